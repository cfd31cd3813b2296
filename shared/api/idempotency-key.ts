import { fingerprintOf } from "../core/hash.ts";
import type { Call, Route } from "./route.ts";
import type { RequestName } from "./store-idempotency.ts";

/**
 * Under what a call with an Idempotency-Key is remembered. The key counts for one route and one scope
 * of API key: a read-only key must not use up what a write is sent under, and the same order number
 * may name two things. Neither hash can be computed without the Idempotency-Key, which is not stored:
 * a body may hold a VAT number, and whoever has the table could try all of them out. What is left to
 * guess is then the Idempotency-Key itself, so a random one protects.
 */
export function idempotencyName(
  { method, path }: Pick<Route, "method" | "path">,
  call: Pick<
    Call,
    "caller" | "rawPath" | "rawQueryString" | "body" | "isBase64Encoded" | "headers"
  >,
  key: string,
): RequestName {
  const { account = "", scope = "" } = call.caller ?? {};
  const { rawPath, rawQueryString, body = "", isBase64Encoded, headers } = call;
  // An empty one is none of the allowed, and not the same as none at all.
  const { "x-source-id": tag = "" } = headers;
  const source = tag === "" && "x-source-id" in headers ? null : tag;
  return {
    account,
    slot: fingerprintOf(["slot", method, path, scope, key]),
    request: fingerprintOf([
      "request",
      key,
      rawPath,
      rawQueryString,
      source,
      body,
      isBase64Encoded,
    ]),
  };
}
