import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { ResponseHeaders } from "../http-answer.ts";
import type { RequestEvent, Route } from "../route.ts";
import {
  type Claim,
  claim,
  keepAnswer,
  type RequestName,
  release,
  type StoredAnswer,
} from "../store-idempotency.ts";
import { storesNothing } from "./parsed-input.ts";

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
    RequestEvent,
    "caller" | "rawPath" | "rawQueryString" | "body" | "isBase64Encoded" | "headers"
  >,
  key: string,
): RequestName {
  const { caller, rawPath, rawQueryString, body = "", isBase64Encoded, headers } = call;
  if (!caller) throw new TypeError("an Idempotency-Key belongs to a caller");
  const { person, scope } = caller;
  // An empty tag is invalid and differs from a missing one.
  const { "x-source-id": tag = "" } = headers;
  const source = tag === "" && "x-source-id" in headers ? null : tag;
  return {
    // Calls without an account are stored with the person.
    account: "account" in caller ? caller.ledger : caller.author,
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

const LONGEST_KEY = 255;

/** Milliseconds for which a repeated request waits for the response of the first one. */
const FIRST_ANSWER_PATIENCE_MS = 5_000;
const PAUSE_MS = 100;

/** The slot of a call: where its response is stored, and for whom. */
type Slot = { readonly name: RequestName; readonly author: string };

/** How successful responses are stored and replayed. */
export type Keeping = {
  readonly keep: (route: Route, slot: Slot, token: string, answer: HttpResponse) => Promise<void>;
  readonly replay: (route: Route, slot: Slot, stored: StoredAnswer) => Promise<HttpResponse>;
};

const AS_THEY_ARE: Keeping = {
  keep: (_, { name }, token, answer) => keepAnswer(name, token, answer),
  replay: async (_, __, stored) => stored,
};

/**
 * Carries out a POST with an Idempotency-Key once: a repetition within a day of its success gets the first response
 * again. This only saves callers a second response. Writes are protected by their own conditions, with or without a
 * key.
 */
export const idempotent = (
  route: Route,
  keeping = AS_THEY_ARE,
): MiddlewareObj<RequestEvent, unknown> => ({
  before: async ({ event }): Promise<unknown> => {
    const key = event.headers["idempotency-key"];
    if (key === undefined) return undefined;
    rejectMalformed(key);
    if (leavesNothing(route, event)) return undefined;
    const slot = { name: idempotencyName(route, event, key), author: event.caller?.author ?? "" };
    const claimed = await claimOrWait(slot.name);
    if (claimed.status === "answered") {
      return replayed(await keeping.replay(route, slot, claimed.answer));
    }
    if (claimed.status !== "claimed") return undefined;
    const { token } = claimed;
    // A rejected request wrote nothing, so a corrected or repeated request may use the key again. After an internal
    // error the caller retries anyway.
    event.remember = (answer) =>
      (answer.statusCode ?? 500) < 400
        ? keeping.keep(route, slot, token, answer)
        : release(slot.name, token);
    return undefined;
  },
});

/** Stores the finished response. Registered before all other middleware, so that it runs last. */
export const rememberedAnswer = (): MiddlewareObj<RequestEvent, unknown> => {
  const keep = async ({ event, response }: { event: RequestEvent; response: unknown }) => {
    await event.remember?.(response as HttpResponse);
  };
  return { after: keep, onError: keep };
};

/** True for a request that uses no slot, because it writes nothing or may be carried out again. */
const leavesNothing = ({ repeats, mayStoreNothing }: Route, event: RequestEvent): boolean =>
  repeats === "harmless" ||
  isDryRun(event) ||
  (mayStoreNothing === true && storesNothing(event.given));

/** True for a dry run. A dry run does not store the idempotency key, so the real request can still use it. */
const isDryRun = ({ queryStringParameters }: RequestEvent): boolean =>
  queryStringParameters?.["dry_run"] === "true";

function rejectMalformed(key: string): void {
  if (key.length > 0 && key.length <= LONGEST_KEY && /^[\x20-\x7e]+$/.test(key)) return;
  const message = `must be 1 to ${LONGEST_KEY} printable ASCII characters`;
  throw new DomainError("invalid_request", `Idempotency-Key: ${message}`, [
    { field: "Idempotency-Key", message },
  ]);
}

async function claimOrWait(name: RequestName): Promise<Claim> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const claimed = await claim(name, new Date());
    if (claimed.status === "other_request") {
      throw conflict("this Idempotency-Key was used for another request");
    }
    if (claimed.status !== "in_progress") return claimed;
    if (waited >= FIRST_ANSWER_PATIENCE_MS) throw stillRunning();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const conflict = (message: string): DomainError => new DomainError("idempotency_conflict", message);

/** The only conflict that passes by itself, and therefore the only one with a Retry-After. */
const stillRunning = (): DomainError =>
  new DomainError("idempotency_conflict", "the first request with this key is still running", [], {
    retryAfterSeconds: 5,
  });

const REPLAYED: ResponseHeaders = { "idempotency-replayed": "true" };

const replayed = ({ statusCode, headers, body }: HttpResponse): HttpResponse => ({
  ...(statusCode === undefined ? {} : { statusCode }),
  headers: { ...headers, ...REPLAYED },
  ...(body === undefined ? {} : { body }),
});
