import { execFile } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newApiKey } from "../../shared/accounts/store-keys.ts";
import * as routes from "../../shared/api/routes.ts";
import type { AccountId } from "../../shared/core/ids.ts";
import { type LoopbackServer, startServer } from "../stack/loopback-server.ts";
import { bundled } from "./built-bundles.ts";

/*
 * A bundle alone in a folder, in a process with the environment that Lambda gives: what was left out
 * of it must not be missed. A stand-in for DynamoDB knows no item, so the key is refused.
 */
const folder = () => join(bundled.bundles, routes.commitSupplyEvents.handler);
const asked: IncomingHttpHeaders[] = [];
let table: LoopbackServer;

beforeAll(async () => {
  table = await startServer((request, response) => {
    asked.push(request.headers);
    response.setHeader("content-type", "application/x-amz-json-1.0").end("{}");
  });
});

afterAll(() => table.close());

const CALL = `
const { handler } = await import(process.argv[1]);
const headers = { "x-api-key": process.argv[2] };
const response = await handler({ headers, body: "{}", requestContext: { requestId: "r1" } }, {});
const unused = process.moduleLoadList.filter((name) => name.includes("undici"));
process.stdout.write(JSON.stringify({ ...response, unused }));
`;

it("a bundle answers by itself, signs with the credentials of its environment, and loads nothing of Node's fetch", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      CALL,
      pathToFileURL(join(folder(), "index.mjs")).href,
      newApiKey("test", "nobody" as AccountId).text,
    ],
    {
      cwd: folder(),
      env: {
        AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
        AWS_SECRET_ACCESS_KEY: "secret",
        AWS_SESSION_TOKEN: "session",
        AWS_REGION: "eu-west-1",
        AWS_ENDPOINT_URL_DYNAMODB: table.url,
        TABLE_NAME: "vat",
      },
    },
  );
  // Before its answer it has written its log.
  const { statusCode, body, unused } = JSON.parse(stdout.split("\n").at(-1) ?? "");
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({
    statusCode: 401,
    error: "invalid_api_key",
  });
  expect(unused).toEqual([]);
  // The key alone: nothing else is read for a key that is not known.
  const signed = {
    authorization: expect.stringContaining("Credential=AKIDEXAMPLE/"),
    "x-amz-security-token": "session",
    "x-amz-target": "DynamoDB_20120810.GetItem",
  };
  expect(asked).toMatchObject([signed]);
});
