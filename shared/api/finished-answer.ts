import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import type { Call } from "./route.ts";

/**
 * An account's answer as it leaves: with what is left of the account's share at this call, also on an answer
 * that was remembered. A process of Lambda stands still between two calls, so what runs beside has to end before.
 */
export async function finishedAnswer(
  { beside = [], quotaHeaders }: Call,
  answer: HttpResponse,
): Promise<HttpResponse> {
  await Promise.all(beside);
  return quotaHeaders ? { ...answer, headers: { ...answer.headers, ...quotaHeaders } } : answer;
}
