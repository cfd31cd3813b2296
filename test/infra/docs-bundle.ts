import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CONSOLE_FOLDER } from "../../scripts/local/console/places.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { bundled } from "./built-bundles.ts";

const CALL = `
const { handler } = await import(process.argv[1]);
const given = JSON.parse(process.argv[2]);
const response = await handler({ ...given, requestContext: { requestId: "r1" } }, {});
process.stdout.write(JSON.stringify(response));
`;

/** The answer of a bundle alone in a folder, with the files that the stack puts beside it. */
function answerOf(
  route: Route,
  headers: Record<string, string> = {},
  pathParameters: Record<string, string> = {},
) {
  const outdir = join(bundled.bundles, route.handler);
  const outfile = join(outdir, "index.mjs");
  const args = ["--input-type=module", "--eval", CALL];
  const stdout = execFileSync(
    process.execPath,
    [...args, pathToFileURL(outfile).href, JSON.stringify({ headers, pathParameters })],
    { cwd: outdir, env: {}, maxBuffer: 10_000_000, encoding: "utf8" },
  );
  // Before its answer it has written its log.
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

it("the console's page names files, and its other function answers with them", () => {
  const { body } = answerOf(routes.getConsolePage);
  const [, file = ""] = /src="console\/(main-[\w-]+\.js)"/.exec(body) ?? [];
  const answer = answerOf(routes.getConsoleFile, {}, { file });
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(answer.body).toBe(readFileSync(`${CONSOLE_FOLDER}/${file}`, "utf8"));
});

describe("the functions of the documentation, as they are deployed", () => {
  it.for([routes.getOpenApi, routes.getDocsScript] as const)(
    "$path answers with the file beside it",
    (route) => {
      const answer = answerOf(route);
      expect(answer).toMatchObject({ statusCode: 200 });
      expect(answer.body).toBe(readFileSync(route.files[0], "utf8"));
    },
  );

  it("the script is compressed, far below what Lambda may answer", () => {
    const { headers, body, isBase64Encoded } = answerOf(routes.getDocsScript, {
      "accept-encoding": "gzip, br",
    });
    expect(isBase64Encoded).toBe(true);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding, origin" });
    expect(body.length).toBeLessThan(500_000);
    const script = readFileSync(routes.getDocsScript.files[0], "utf8");
    expect(gunzipSync(Buffer.from(body, "base64")).toString()).toBe(script);
  });

  it("a page is beside the function, and its list names it", () => {
    const path = { chapter: "filing", page: "germany.md" };
    const page = answerOf(routes.getDocsChapterMarkdown, {}, path);
    expect(page).toMatchObject({ statusCode: 200 });
    expect(page.body).toMatch(/^# Germany/);
    expect(answerOf(routes.getLlmsText).body).toContain("(docs/filing/germany.md)");
  });

  it("the page needs no file", () => {
    expect(answerOf(routes.getDocsPage)).toMatchObject({ statusCode: 200 });
  });
});
