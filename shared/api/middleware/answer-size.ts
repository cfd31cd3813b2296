import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";

/** Shorter than this, a text has fewer bytes than any limit, however it is written. */
const NOT_WORTH_MEASURING = 800_000;

/**
 * Bytes of an answer as a function gives it to Lambda: JSON with the body as a text in it, in which
 * quotation marks take two bytes. 0 for what is far from any limit.
 */
export const outputBytes = (answer: HttpResponse): number =>
  (answer.body?.length ?? 0) < NOT_WORTH_MEASURING ? 0 : Buffer.byteLength(JSON.stringify(answer));
