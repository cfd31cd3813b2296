import { createHash } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { HttpAnswer } from "../http-answer.ts";
import type { Call } from "../route.ts";

export type CachePolicy = {
  /** How long a cache may answer without asking; it ends with the UTC day in any case. */
  readonly maxAgeSeconds: number;
};

/** Gives a success its validator (RFC 9110, 8.8.3), and answers 304 to a caller who has it already. */
export const httpCache = ({ maxAgeSeconds }: CachePolicy): MiddlewareObj<Call, unknown> => ({
  after: (request) => {
    const { headers: given, body, isBase64Encoded } = whole(request.response);
    const headers = { ...given, vary: [given["vary"], FOR_BROWSERS].filter(Boolean).join(", ") };
    const seconds = Math.min(maxAgeSeconds, secondsLeftToday(new Date()));
    const etag = etagOf(body);
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

/** The gateway names the origin that may read the answer: one kept for a page is none for another. */
const FOR_BROWSERS = "origin";

/** Strong: the same tag, the same bytes. */
const etagOf = (body: string): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

/**
 * Whether an If-None-Match header names this tag (RFC 9110, 13.1.2): `*`, or a list of tags, which
 * are compared weakly, so without their `W/`.
 */
function isKnown(etag: string, header = ""): boolean {
  const tags: string[] = header.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
  return header.trim() === "*" || tags.includes(etag);
}

/** What is in force changes at midnight: no cache may carry an answer over it. */
const secondsLeftToday = (now: Date): number => 86_400 - Math.ceil((now.getTime() / 1000) % 86_400);
