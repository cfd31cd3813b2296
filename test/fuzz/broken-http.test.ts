import { expect, inject, it } from "vitest";
import { ErrorBody } from "../../shared/api/docs/docs-answers.ts";
import { ERROR_STATUS } from "../../shared/core/errors/errors.ts";
import { sendBytes } from "./wire.ts";

/*
 * Goal: bytes that are no proper HTTP request are refused at once, in the form of all errors, and the
 * next caller is served. The last line of each is what makes the server hang up.
 */
const HEAD = "Host: x\r\nConnection: close\r\n";
const get = (rest: string): string => `GET /health HTTP/1.1\r\n${HEAD}${rest}\r\n`;
const post = (rest: string): string => `POST /v1/vat/threshold-check HTTP/1.1\r\n${HEAD}${rest}`;

it.for<[string, string, number]>([
  ["a word", "hello\r\n\r\n", 400],
  ["a handshake of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["a preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["an unknown version", `GET /health HTTP/9.9\r\n${HEAD}\r\n`, 400],
  ["an unknown method", `HAX /health HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ["a NUL in the path", `GET /hea\0lth HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ["a space in the path", `GET /hea lth HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ["a NUL in a header", get("X-A: a\0b\r\n"), 400],
  ["a header without a colon", get("X-A\r\n"), 400],
  ["a name with a space", get("X A: b\r\n"), 400],
  ["a folded header", get("X-A: b\r\n c\r\n"), 400],
  ["two lengths", post("Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}"), 400],
  ["a length below zero", post("Content-Length: -1\r\n\r\n"), 400],
  ["a length that is no number", post("Content-Length: 1e3\r\n\r\n"), 400],
  [
    "a length and chunks",
    post("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    400,
  ],
  ["a broken chunk", post("Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"), 400],
  ["an unknown transfer coding", post("Transfer-Encoding: gzip\r\n\r\n{}"), 400],
  ["a large header", get(`X-A: ${"x".repeat(20_000)}\r\n`), 431],
  ["a large request line", `GET /${"x".repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`, 431],
  ["another server's address", `GET http://other.example/ HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ["no path", `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`, 404],
])("refuses %s", async ([, bytes, status]) => {
  const answer = await sendBytes(inject("stack").url, Buffer.from(bytes, "latin1"));
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain("content-type: application/json");
  const error = ErrorBody.parse(JSON.parse(body.replace(/^[\da-f]+\r\n|\r\n0$/g, "")));
  expect(ERROR_STATUS[error.error]).toBe(status);
  expect((await fetch(`${inject("stack").url}/health`)).status).toBe(200);
});

it("answers a request that expects what nobody knows", async () => {
  const answer = await sendBytes(inject("stack").url, Buffer.from(get("Expect: a miracle\r\n")));
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

it("is not upset by a caller who goes away", async () => {
  const { url } = inject("stack");
  await sendBytes(url, Buffer.from(post("Content-Length: 100\r\n\r\n{")), 100).catch(() => {});
  expect((await fetch(`${url}/health`)).status).toBe(200);
});
