import { createHash } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { loadPublishedVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { HttpAnswer } from "../http-answer.ts";
import type { RequestEvent } from "../route.ts";

export type CachePolicy = {
  /** Seconds for which a cache may reuse the response; it always expires at the end of the UTC day. */
  readonly maxAgeSeconds: number;
  /** False for a response that must not be stored, because it lacks something for now; every response by default. */
  readonly isStorable?: (response: object) => boolean;
};

/** Adds a validator to a success (RFC 9110, 8.8.3), and returns 304 to a caller who already has that version. */
export const httpCache = ({
  maxAgeSeconds,
  isStorable = () => true,
}: CachePolicy): MiddlewareObj<RequestEvent, unknown> => ({
  after: (request) => {
    if (!isStorable(request.response as object)) return;
    const { headers: given, body, isBase64Encoded } = whole(request.response);
    const headers = { ...given, vary: [given["vary"], FOR_BROWSERS].filter(Boolean).join(", ") };
    const seconds = Math.min(maxAgeSeconds, secondsLeftToday(new Date()));
    // A 304 leaves a browser the policy of its stored page, so the policy belongs to the version.
    const etag = etagOf(`${given["content-security-policy"] ?? ""}${body}`);
    const validators = { etag, "cache-control": `public, max-age=${seconds}` };
    request.response = isKnown(etag, request.event.headers["if-none-match"])
      ? new HttpAnswer(304, { vary: headers.vary, ...validators })
      : new HttpAnswer(200, { ...headers, ...validators }, body, isBase64Encoded);
  },
});

const whole = (response: unknown): HttpAnswer =>
  response instanceof HttpAnswer
    ? response
    : new HttpAnswer(200, { "content-type": "application/json" }, JSON.stringify(response));

/** The response depends on the origin header, because the gateway names the allowed origin in it. */
const FOR_BROWSERS = "origin";

/** Returns a strong validator: equal tags mean equal bytes. */
const etagOf = (version: string): string =>
  `"${createHash("sha256").update(version).digest("base64url").slice(0, 27)}"`;

/**
 * True if an If-None-Match header contains this tag (RFC 9110, 13.1.2): `*`, or a list of tags, which are compared
 * weakly, that is without `W/`.
 */
function isKnown(etag: string, header = ""): boolean {
  const tags: string[] = header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return header.trim() === "*" || tags.includes(etag);
}

/** Returns the seconds until midnight UTC. Rules change at midnight, so no cache may store a response longer. */
const secondsLeftToday = (now: Date): number => 86_400 - Math.ceil((now.getTime() / 1000) % 86_400);

/** Caches may store the catalogue for five minutes, as long as a function does, and not without the accepted rates. */
export const RATES_CACHE: CachePolicy = {
  maxAgeSeconds: 300,
  isStorable: (response) =>
    (response as { accepted_rates?: unknown }).accepted_rates === "included",
};

/**
 * Loads the rates of a public answer. If the accepted ones cannot be read, the answer has the rates that this process
 * knows and says so: the catalogue is available without the table.
 */
export async function publishedRates(call: Pick<RequestEvent, "failure">): Promise<RateCatalogue> {
  try {
    return await loadPublishedVatRates();
  } catch (error) {
    call.failure = error;
    return { ...loadPublishedVatRates.latest(), isCurrent: false };
  }
}
