import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { ServedFallback, ServedRoute } from "./endpoints.ts";
import {
  answerFrom,
  functionFailed,
  type GatewayAnswer,
  gatewayRefusal,
} from "./gateway-answer.ts";

/** Time limits in milliseconds. */
export type TimeLimits = {
  /** The timeout of a started function, as set in infra/. */
  readonly function_ms: number;
  /** The timeout of the gateway, including the start of the function. */
  readonly integration_ms: number;
};

/** The function's time ends before the gateway's. */
export const TIME_LIMITS: TimeLimits = { function_ms: 29_000, integration_ms: 30_000 };

/** Maximum size in bytes of an event as JSON, and of a response. */
const EVENT_LIMIT_BYTES = 6_291_456;
const OUTPUT_LIMIT_BYTES = 6_291_556;

/** Calls the function of a route like API Gateway and Lambda. */
export async function invoke(
  row: ServedRoute | ServedFallback,
  event: APIGatewayProxyEventV2,
  { function_ms, integration_ms }: TimeLimits,
): Promise<GatewayAnswer> {
  if (jsonBytes(event) >= EVENT_LIMIT_BYTES) return tooLarge();
  const run = async () => {
    const handler = await row.load();
    const context = contextOf(row, function_ms);
    const output = await within(function_ms, handler(event, context));
    return output === LATE || jsonBytes(output) > OUTPUT_LIMIT_BYTES
      ? functionFailed()
      : answerFrom(output);
  };
  const answer = await within(integration_ms, run());
  return answer === LATE ? notReady() : answer;
}

/** Returns the error for a body above the limit of the gateway or of the function. */
export const tooLarge = (): GatewayAnswer =>
  gatewayRefusal("payload_too_large", "the body is too large");

export const notReady = (): GatewayAnswer =>
  gatewayRefusal("not_ready", "the service cannot answer now; send the request again");

const LATE = Symbol("late");

/** Waits for `work` up to a time limit. Late work is ignored: AWS would end such a function, here it may finish. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    clock = setTimeout(resolve, ms, LATE);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** Size below which measuring is unnecessary, because it is far from the limit. */
const WORTH_MEASURING = 2_000_000;

/** Returns the size as JSON, or that of the body, if it alone shows on which side of the limits the value is. */
function jsonBytes(value: unknown): number {
  const { body } = (value ?? {}) as { body?: string };
  const length = body?.length ?? 0;
  return length < WORTH_MEASURING || length > OUTPUT_LIMIT_BYTES
    ? length
    : Buffer.byteLength(JSON.stringify(value));
}

function contextOf({ route }: ServedRoute | ServedFallback, ms: number): Context {
  const end = Date.now() + ms;
  const functionName = route.handler.replace("/", "-");
  return {
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: "1024",
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => end - Date.now(),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
}
