import { fingerprintOf } from "../core/hash.ts";
import type { Call, Route } from "./route.ts";
import type { RequestName } from "./store-idempotency.ts";

/**
 * Returns the hashes under which a call with an Idempotency-Key is stored.
 * A key is valid for one route, and one scope of API key or one person: a read-only key must not use up the Idempotency-Key of a
 * write, and one order number may name two things. Computing either hash requires the Idempotency-Key, which is not
 * stored: a body may contain a VAT number, and a reader of the table could otherwise try all VAT numbers. Only the
 * Idempotency-Key remains to be guessed, so a random one protects the body.
 */
export function idempotencyName(
  { method, path }: Pick<Route, "method" | "path">,
  call: Pick<
    Call,
    "caller" | "rawPath" | "rawQueryString" | "body" | "isBase64Encoded" | "headers"
  >,
  key: string,
): RequestName {
  const { account = "", scope = "", person } = call.caller ?? {};
  const { rawPath, rawQueryString, body = "", isBase64Encoded, headers } = call;
  // An empty tag is invalid and differs from a missing one.
  const { "x-source-id": tag = "" } = headers;
  const source = tag === "" && "x-source-id" in headers ? null : tag;
  return {
    // Calls without an account are stored with the person.
    account: account || (person ?? ""),
    slot: fingerprintOf(["slot", method, path, person ?? scope, key]),
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
