import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { DomainError } from "../../../shared/core/errors/errors.ts";
import { isOutage } from "../../../shared/platform/calls.ts";

const named = (name: string) => Object.assign(new Error("told"), { name });
const coded = (code: string) => Object.assign(new Error("told"), { code });
const answered = (httpStatusCode: number) =>
  Object.assign(new Error("told"), { $metadata: { httpStatusCode } });

test.for<[string, Error]>([
  ["a throttled table", named("ThrottlingException")],
  ["a table out of capacity", named("ProvisionedThroughputExceededException")],
  ["an item in a transaction", named("TransactionConflictException")],
  ["S3 that asks to slow down", named("SlowDown")],
  ["no answer in time", named("TimeoutError")],
  ["a refused connection", coded("ECONNREFUSED")],
  ["a connection that broke", coded("ECONNRESET")],
  ["a name that does not resolve", coded("EAI_AGAIN")],
  ["an answer 429", answered(429)],
  ["an answer 500", answered(500)],
  ["an answer 503", answered(503)],
])("%s is an outage", ([, error]) => {
  expect(isOutage(error)).toBe(true);
});

test.for<[string, unknown]>([
  ["a condition that failed", new ConditionalCheckFailedException({ $metadata: {}, message: "" })],
  ["a request that is refused for what it asks", answered(400)],
  ["a missing permission", named("AccessDeniedException")],
  ["a refusal of ours", new DomainError("not_found", "no such thing")],
  ["a slip in the code", new TypeError("x is not a function")],
  ["a file that is not there", coded("ENOENT")],
  ["what is no error", "ThrottlingException"],
])("%s is none", ([, error]) => {
  expect(isOutage(error)).toBe(false);
});
