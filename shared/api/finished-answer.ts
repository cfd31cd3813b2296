import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import type { Call } from "./route.ts";

/**
 * Finishes a response of an account: adds the remaining quota of this call, also to a replayed response. Waits for
 * concurrent work, because a Lambda process is frozen between two calls.
 */
export async function finishedAnswer(
  { background = [], quotaHeaders }: Call,
  answer: HttpResponse,
): Promise<HttpResponse> {
  await Promise.all(background);
  return quotaHeaders ? { ...answer, headers: { ...answer.headers, ...quotaHeaders } } : answer;
}
