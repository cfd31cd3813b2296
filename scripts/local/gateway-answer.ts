import { randomUUID } from "node:crypto";
import { errorResponse } from "../../shared/api/http-answer.ts";
import { DomainError, type ErrorCode } from "../../shared/core/errors/errors.ts";

/** The response as sent over the network. */
export type GatewayAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
};

const JSON_TYPE = { "content-type": "application/json" };

/** Returns an error of the gateway itself; on AWS it has a different form, only `message` (docs/decisions/0141). */
export const gatewayRefusal = (code: ErrorCode, message: string): GatewayAnswer =>
  answerFrom(
    errorResponse(new DomainError(code, message), { requestContext: { requestId: randomUUID() } }),
  );

/** Returns the response for a function that failed, or returned an invalid response. */
export const functionFailed = (): GatewayAnswer =>
  gatewayRefusal("internal_error", "something went wrong on our side");

/**
 * Converts a function's output as API Gateway does, payload format 2.0: with a `statusCode` it is the response,
 * otherwise it is the body of a response.
 */
export function answerFrom(output: unknown): GatewayAnswer {
  if (!isStructured(output)) {
    const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
    return { status: 200, headers: JSON_TYPE, body: Buffer.from(text) };
  }
  const { statusCode, headers = {}, cookies = [], body = "", isBase64Encoded = false } = output;
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  const isAnswer =
    isStatus(statusCode) && typeof body === "string" && Object.values(headers).every(isPlain);
  if (!isAnswer) return functionFailed();
  return {
    status: statusCode,
    headers: { ...asTexts(headers), ...(cookies.length > 0 ? { "set-cookie": cookies } : {}) },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
}

/** The unvalidated output of a function. */
type Structured = {
  readonly statusCode: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly string[];
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
};

const isStructured = (output: unknown): output is Structured =>
  typeof output === "object" && output !== null && "statusCode" in output;

const isStatus = (code: unknown): code is number =>
  Number.isInteger(code) && Number(code) >= 200 && Number(code) <= 599;

const asTexts = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
