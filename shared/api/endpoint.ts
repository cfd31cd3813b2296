import middy, { type MiddlewareObj } from "@middy/core";
import type { Context, APIGatewayProxyStructuredResultV2 as HttpResponse } from "aws-lambda";
import type * as z from "zod";
import { dayOf, type IsoDate } from "../core/calendar/dates.ts";
import { DomainError } from "../core/errors/errors.ts";
import { errorResponse, type HttpAnswer } from "./http-answer.ts";
import { withMarkedCursor } from "./middleware/filter-mark.ts";
import { type CachePolicy, httpCache } from "./middleware/http-cache.ts";
import { compressedJson, gzip, jsonResponses, takesGzip } from "./middleware/json-responses.ts";
import {
  type BodyReader,
  type InputDefinition,
  NOTHING,
  noParameters,
  type ParameterReader,
  parsedInput,
  parsedParameters,
} from "./middleware/parsed-input.ts";
import { logged, plainLog, type RequestLog } from "./request-log.ts";
import { allowed, methodsOf, type RequestEvent, type Route } from "./route.ts";

type Middleware = MiddlewareObj<RequestEvent, unknown>;

/**
 * Rejects methods that the row does not serve, before an API key is required. The function of a GET receives every
 * method that no other row has at its path (see ../route.ts).
 */
const onlyItsMethods = (route: Route): Middleware => ({
  before: ({ event }) => {
    const { http } = event.requestContext ?? {};
    if (methodsOf(route).includes(http?.method ?? route.method)) return undefined;
    const refusal = new DomainError(
      "method_not_allowed",
      `${route.path} takes ${allowed([route])}`,
    );
    event.errorCode = refusal.code;
    return errorResponse(refusal, event, { allow: allowed([route]) });
  },
});

/** Rejects a call that needs a setting which the stage does not have. */
const onlyWhereEnabled = ({ needs }: Route): Middleware => ({
  before: () => {
    if (needs === undefined || process.env["NOT_ENABLED"] !== needs) return;
    throw new DomainError("not_enabled", `the operator has not enabled \`${needs}\` on this stage`);
  },
});

/** The input of an endpoint. It contains no headers, no event and no clock; on a public route, no caller either. */
type Request<P, Q, B> = {
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** The cookies of the request, where the endpoint reads them. */
  readonly cookies: readonly string[];
  /** The User-Agent header, where the endpoint reads it; empty without one. */
  readonly userAgent: string;
  /** The X-Source-ID header, where the endpoint reads it. */
  readonly sourceTag?: string | undefined;
  /** True if the response is compressed: the endpoint compresses, and the caller accepts it. */
  readonly isCompressed: boolean;
  /** The instant of the request. */
  readonly now: Date;
  /** The UTC day of `now`, or that of the sandbox's clock. */
  readonly today: IsoDate;
};

export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  L = unknown,
  C = object,
  R extends Route = Route,
> = InputDefinition & {
  readonly route: R;
  readonly path?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly output?: O;
  /** The status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** True for an endpoint whose response may be megabytes of alike rows. It must not name a secret. */
  readonly isCompressed?: true;
  /** Loads what `run` takes besides the request, concurrently with the check of the credentials. */
  readonly prepare?: (call: RequestEvent) => Promise<L>;
  readonly run: (
    request: Request<z.output<P>, z.output<Q>, z.output<B>> & C,
    loaded: L,
  ) => Promise<z.input<O> | HttpAnswer> | z.input<O> | HttpAnswer;
};

/** Additional middleware of an endpoint. */
type Surroundings = {
  /** Middleware that runs before the input is parsed and may reject the call. */
  readonly guards?: readonly Middleware[];
  /** Middleware that runs once the input is parsed and may reject the call. */
  readonly late?: readonly Middleware[];
  /** Middleware that runs on the finished response. */
  readonly around?: readonly Middleware[];
  /** Transforms every response at the very end, including errors. */
  readonly finish?: (call: RequestEvent, answer: HttpResponse) => Promise<HttpResponse>;
  readonly log?: RequestLog;
  /** Required when the path or the query has parameters. */
  readonly readParameters?: ParameterReader;
  /** Required when the endpoint has a body. */
  readonly readBody?: BodyReader;
};

/**
 * Builds the Lambda handler of a public route. The definition remains a property of the handler, for the OpenAPI
 * document and the tests.
 */
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  L,
  C = object,
>(
  definition: Endpoint<P, Q, B, O, L, C>,
  {
    guards = [],
    late = [],
    around = [],
    finish,
    log = plainLog,
    readParameters = unrequested,
    readBody = unread,
  }: Surroundings = {},
) {
  if ((definition.path || definition.query) && readParameters === unrequested) {
    throw new TypeError("an endpoint with parameters needs what reads them");
  }
  const answers = jsonResponses(definition.status ?? 200);
  const handler = middy<RequestEvent, unknown>()
    .use([
      ...around,
      answers,
      onlyItsMethods(definition.route),
      ...prepared(definition.prepare),
      ...guards,
      onlyWhereEnabled(definition.route),
      parsedInput(definition, { readParameters, readBody }),
      ...late,
      ...(definition.isCompressed ? [compressedJson] : []),
    ])
    .handler(async (call) => {
      const loaded = (await call.prepared) as L;
      const run = async () =>
        withMarkedCursor(
          call,
          await definition.run(requestOf<P, Q, B, C>(call, definition), loaded),
        );
      return call.unverified ? call.unverified.during(run) : run();
    });
  const whole = finish
    ? async (call: RequestEvent, context: Context) =>
        finish(call, (await handler(call, context)) as HttpResponse)
    : handler;
  return Object.assign(logged(definition.route, log, whole), { definition });
}

/** Begins to load what the endpoint needs. A failure is thrown when the endpoint waits for it. */
const prepared = (prepare: Endpoint["prepare"]): Middleware[] =>
  prepare
    ? [
        {
          before: ({ event }) => {
            event.prepared = prepare(event);
            event.prepared.catch(() => {});
          },
        },
      ]
    : [];

const unrequested: ParameterReader = (_, given) => noParameters(given);

/** Rejects the definition of a body without a reader. A body has no meaning in a GET (RFC 9110, 9.3.1). */
function unread({ body }: InputDefinition) {
  if (body) throw new TypeError("an endpoint with a body needs what reads it");
  return NOTHING;
}

/** Returns the request with its caller `C`, whom the guards of the endpoint have set; without one on a public route. */
function requestOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, C>(
  call: RequestEvent,
  definition: Pick<Endpoint, "isCompressed">,
) {
  const now = call.now ?? new Date();
  const input = call.input as { path: z.output<P>; query: z.output<Q>; body: z.output<B> };
  const caller = (call.caller ?? call.unverified?.caller ?? {}) as C;
  const { cookies = [], sourceTag, headers } = call;
  const userAgent = headers["user-agent"] ?? "";
  const isCompressed = definition.isCompressed === true && takesGzip(headers["accept-encoding"]);
  const request = { ...input, ...caller, cookies, userAgent, sourceTag, isCompressed };
  return { ...request, now, today: dayOf(now) };
}

/** Builds the Lambda handler of a public route whose responses caches may store. */
export const cachedEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  L,
>({
  guards = [],
  ...definition
}: Endpoint<P, Q, B, O, L> & {
  readonly cache: CachePolicy;
  readonly guards?: readonly Middleware[];
}) =>
  endpoint(definition, {
    guards: [httpCache(definition.cache), ...guards],
    readParameters: parsedParameters,
  });

/** For an hour a browser uses its stored page; later it revalidates the page. */
const AN_HOUR: CachePolicy = { maxAgeSeconds: 3600 };

type ParameterReading = Pick<NonNullable<Parameters<typeof endpoint>[1]>, "readParameters">;

/**
 * Builds the Lambda handler of a public route that serves a large page or file, identical for all callers. `reading` is
 * passed in only by routes with parameters, because it imports the schema library.
 */
export function fileEndpoint<P extends z.ZodType>(
  definition: Pick<Endpoint<P>, "route" | "path" | "query" | "run">,
  cache = AN_HOUR,
  reading: ParameterReading = {},
) {
  const cached = { ...definition, cache };
  return endpoint(cached, { guards: [httpCache(cache), gzip()], ...reading });
}
