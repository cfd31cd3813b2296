import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, type Received, send, startGateway } from "../../../stack/gateway.ts";

/*
 * What becomes of a function's output: "Lambda function response for format 2.0" in the API Gateway
 * Developer Guide (see event.test.ts).
 */
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway([["GET", "/things"]]);
});
afterAll(() => gateway.server.stop());

async function answerFor(output: unknown): Promise<Received> {
  gateway.output = output;
  return send(gateway.server.url, { path: "/things" });
}

describe("an output without a status is the body of an answer", () => {
  it.for([
    ["Hello from Lambda!", "Hello from Lambda!"],
    [{ message: "Hello from Lambda!" }, '{"message":"Hello from Lambda!"}'],
    [{ body: "b", headers: { a: "1" } }, '{"body":"b","headers":{"a":"1"}}'],
    [["a", 1], '["a",1]'],
    [7, "7"],
    [null, "null"],
    [undefined, "null"],
  ])("%j", async ([output, body]) => {
    const answer = await answerFor(output);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers["content-type"]).toBe("application/json");
  });
});

describe("an output with a status is the answer", () => {
  it("of the documented form", async () => {
    const { status, headers, body } = await answerFor({
      cookies: ["cookie1", "cookie2=b; Path=/"],
      isBase64Encoded: false,
      statusCode: 201,
      headers: { headerName: "headerValue", "x-count": 3, "x-flag": true },
      body: "Hello from Lambda!",
    });
    expect({ status, body }).toEqual({ status: 201, body: "Hello from Lambda!" });
    expect(headers).toMatchObject({
      headername: "headerValue",
      "x-count": "3",
      "x-flag": "true",
      "set-cookie": ["cookie1", "cookie2=b; Path=/"],
      "content-length": "18",
    });
  });

  it("with a body in base64 as bytes, whatever the caller accepts", async () => {
    const packed = gzipSync("é".repeat(1_000));
    gateway.output = {
      statusCode: 200,
      headers: { "content-type": "text/plain", "content-encoding": "gzip" },
      body: packed.toString("base64"),
      isBase64Encoded: true,
    };
    const answer = await fetch(`${gateway.server.url}/things`, { headers: { Accept: "text/csv" } });
    expect(await answer.text()).toBe("é".repeat(1_000));
  });

  it("also without body and headers", async () => {
    expect(await answerFor({ statusCode: 204 })).toMatchObject({ status: 204, body: "" });
  });

  it("under the id that the function knows it by", async () => {
    const { headers } = await answerFor({ statusCode: 200 });
    expect(headers["apigw-requestid"]).toBe(gateway.seen.event.requestContext.requestId);
  });
});

/** CodeGenieApp/serverless-express#355 shows this answer for a header that is a list. */
describe("what is no answer becomes a failure, in the form of all errors", () => {
  const failure = { status: 500, body: expect.stringContaining('{"error":"internal_error",') };

  it.for<[string, object]>([
    ["a status that is a text", { statusCode: "200" }],
    ["a status that is none", { statusCode: 7 }],
    ["a body that is no text", { statusCode: 200, body: { a: 1 } }],
    ["a header that is a list", { statusCode: 200, headers: { "set-cookie": ["a=1"] } }],
  ])("%s", async ([, output]) => {
    expect(await answerFor(output)).toMatchObject(failure);
  });

  it("more than Lambda may answer, and not a byte less", async () => {
    const frame = JSON.stringify({ statusCode: 200, body: "" }).length;
    const body = "x".repeat(6_291_556 - frame);
    expect((await answerFor({ statusCode: 200, body })).status).toBe(200);
    expect(await answerFor({ statusCode: 200, body: `${body}x` })).toMatchObject(failure);
  });
});
