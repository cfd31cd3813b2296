import { gzipSync } from "node:zlib";
import type { MiddlewareObj } from "@middy/core";
import { HttpAnswer } from "../http-answer.ts";
import type { Call } from "../route.ts";

/** Shortest text that compression makes smaller. */
const WORTH_IT = 1_400;

/**
 * Compresses a response for callers that accept gzip, which API Gateway does not do. Caches each compressed text, so it
 * is meant for responses that do not change.
 */
export const gzip = (): MiddlewareObj<Call, unknown> => {
  const kept = new Map<string, string>();
  return {
    after: (request) => {
      const { response, event } = request;
      if (!(response instanceof HttpAnswer) || response.body.length < WORTH_IT) return;
      const { status, body } = response;
      const headers = { ...response.headers, vary: "accept-encoding" };
      request.response = takesGzip(event.headers["accept-encoding"])
        ? new HttpAnswer(status, { ...headers, "content-encoding": "gzip" }, packed(body), true)
        : new HttpAnswer(status, headers, body);
    },
  };

  function packed(body: string): string {
    const known = kept.get(body);
    if (known !== undefined) return known;
    const made = gzipSync(body, { level: 9 }).toString("base64");
    kept.set(body, made);
    return made;
  }
};

/** True if an Accept-Encoding header allows gzip (RFC 9110, 12.5.3). */
const takesGzip = (header = ""): boolean =>
  header
    .toLowerCase()
    .split(",")
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding));
