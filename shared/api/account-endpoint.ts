import { MetricUnit } from "@aws-lambda-powertools/metrics";
import type { APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import type * as z from "zod";
import { describeError } from "../core/errors/errors.ts";
import { takeRetries } from "../platform/calls.ts";
import { CONFLICT_RETRIES, DURATION, REQUESTS } from "../platform/telemetry/metric-names.ts";
import { logger, metrics } from "../platform/telemetry/telemetry.ts";
import { ofAccount, ofPerson } from "./authentication.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { callerChecks } from "./middleware/caller-checks.ts";
import { idempotent, type Keeping, rememberedAnswer } from "./middleware/idempotency.ts";
import {
  bodyThatMayStoreNothing,
  parsedBody,
  parsedParameters,
} from "./middleware/parsed-input.ts";
import { accountQuota, rejectedAgain } from "./middleware/rate-limit.ts";
import { isFailed, type RequestLine, type RequestLog } from "./request-log.ts";
import type { CallerOf, RequestEvent, Route } from "./route.ts";

/**
 * Finishes a response of an account: adds the remaining quota of this call, also to a replayed response. Waits for
 * concurrent work, because a Lambda process is frozen between two calls.
 */
async function finishedAnswer(
  { background = [], quotaHeaders }: RequestEvent,
  answer: HttpResponse,
): Promise<HttpResponse> {
  await Promise.all(background);
  return quotaHeaders ? { ...answer, headers: { ...answer.headers, ...quotaHeaders } } : answer;
}

/** Logs a request of an account function and records its metrics. */
export const accountLog: RequestLog = (line, failure) => {
  const retries = takeRetries();
  const entry = { ...line, ...(retries > 0 ? { conflict_retries: retries } : {}) };
  if (isFailed(line, failure)) {
    logger.error("request", entry, failure === undefined ? {} : { error: describeError(failure) });
  } else {
    logger.info("request", entry);
  }
  // Rejected floods are logged without metrics, to save cost; the gateway already counts rejections.
  if (line.error_code === "rate_limited") return;
  countRequest(line);
  if (retries === 0) return;
  // Without the dimension of the status.
  const { route } = line;
  metrics.addMetric(CONFLICT_RETRIES, MetricUnit.Count, retries);
  metrics.addDimensions({ route }).publishStoredMetrics();
};

function countRequest({ route, status, duration_ms }: RequestLine): void {
  metrics
    .addDimensions({ route, status_class: `${Math.floor(status / 100)}xx` })
    .addMetric(REQUESTS, MetricUnit.Count, 1)
    .addMetric(DURATION, MetricUnit.Milliseconds, duration_ms)
    .publishStoredMetrics();
}

/** A route whose responses have no secret; shared/api/secret-endpoint.ts has the others. */
type PlainRoute = Route & { readonly repeats?: "harmless" };

/**
 * Builds the Lambda handler of a route that needs a key or a person, and counts against the quota of the account. Every
 * POST accepts an Idempotency-Key. The handler has its own file because it imports the DynamoDB client and Powertools,
 * which public functions do not need.
 */
export const accountEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  L,
  R extends PlainRoute,
>(
  definition: Endpoint<P, Q, B, O, L, CallerOf<R>, R>,
) => accountEndpointWith(definition);

/** Builds the handler of `accountEndpoint`, with another way to store the responses of calls with an Idempotency-Key. */
export function accountEndpointWith<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  L,
  R extends Route,
>(definition: Endpoint<P, Q, B, O, L, CallerOf<R>, R>, keeping?: Keeping) {
  const { route } = definition;
  const caller = route.scope === "person" ? ofPerson(route) : ofAccount(route);
  const known = [callerChecks(route, [rejectedAgain(), caller, accountQuota()])];
  const common = {
    log: accountLog,
    readParameters: parsedParameters,
    readBody: parsedBody,
    finish: finishedAnswer,
  };
  if (route.method !== "POST") return endpoint(definition, { ...common, guards: known });
  const once = idempotent(route, keeping);
  const around = [rememberedAnswer()];
  // Only the body says whether there is anything to repeat.
  return route.mayStoreNothing
    ? endpoint(definition, {
        ...common,
        readBody: bodyThatMayStoreNothing,
        guards: known,
        late: [once],
        around,
      })
    : endpoint(definition, { ...common, guards: [...known, once], around });
}
