import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { matchRoute } from "../../shared/api/route.ts";
import { answerBrokenRequests } from "./broken-requests.ts";
import { preflightAnswer, readableBy } from "./cross-origin.ts";
import type { Endpoints } from "./endpoints.ts";
import { functionFailed, type GatewayAnswer, gatewayRefusal } from "./gateway-answer.ts";
import { gatewayEvent, splitUrl } from "./gateway-event.ts";
import { closeServer, type Listening, listen } from "./http-server.ts";
import { invoke, notReady, TIME_LIMITS, type TimeLimits, tooLarge } from "./invoke.ts";

/** The local API. Until `serve` is called, every request gets 503. */
export type ApiServer = {
  readonly url: string;
  readonly serve: (endpoints: Endpoints) => void;
  readonly stop: () => Promise<void>;
};

type Gateway = {
  endpoints: Endpoints | undefined;
  readonly limits: TimeLimits;
  readonly allowedOrigins: readonly string[];
};

/** Body limit of API Gateway; the limit of the function is lower. */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
/** Limit of the request line and the header values together. */
const HEADER_LIMIT_BYTES = 10_240;

/** Node's own limit must be higher, because Node responds without a body. */
const OPTIONS = { maxHeaderSize: 8 * HEADER_LIMIT_BYTES };

/**
 * Listens on the port in place of API Gateway.
 * @param allowedOrigins the origins whose pages may call the API; none turns CORS off
 * @throws Failure if the port is taken, or the address does not belong to this machine.
 */
export async function startApiServer(
  at: Listening,
  limits = TIME_LIMITS,
  allowedOrigins: readonly string[] = [],
): Promise<ApiServer> {
  const gateway: Gateway = { endpoints: undefined, limits, allowedOrigins };
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void handle(gateway, request, response);
  const server = createServer(OPTIONS, answer).on("checkExpectation", answer);
  answerBrokenRequests(server);
  const url = await listen(server, at);
  return {
    url,
    serve: (ready) => {
      gateway.endpoints = ready;
    },
    stop: () => closeServer(server),
  };
}

async function handle(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await answerTo(gateway, request);
    send(response, readableBy(gateway.allowedOrigins, request, answer));
  } catch (error) {
    if (request.destroyed && !request.complete) return; // the caller went away while sending
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    send(response, functionFailed());
  }
}

async function answerTo(
  { endpoints, limits, allowedOrigins }: Gateway,
  request: IncomingMessage,
): Promise<GatewayAnswer> {
  const body = await bodyOf(request);
  if (!endpoints) return notReady();
  if (headerBytes(request) > HEADER_LIMIT_BYTES) {
    return gatewayRefusal("headers_too_large", "the headers are too large");
  }
  const preflight = preflightAnswer(allowedOrigins, request);
  if (preflight) return preflight;
  const [path] = splitUrl(request.url);
  if (!body) return tooLarge();
  const found = matchRoute(endpoints.routes, request.method ?? "", path);
  const { row, pathParameters } = found ?? { row: endpoints.fallback, pathParameters: {} };
  const arrived = { request, body, route: row.route, pathParameters, now: new Date() };
  const event = gatewayEvent(arrived);
  const answer = await invoke(row, event, limits);
  const apigw = { "apigw-requestid": event.requestContext.requestId };
  return { ...answer, headers: { ...answer.headers, ...apigw } };
}

/**
 * Returns the body, or undefined if it is too large. Always reads to the end, otherwise the caller would not read the
 * response.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return bytes <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : undefined;
}

function headerBytes({ method, url, httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_, at) => at % 2 === 1);
  return Buffer.byteLength([`${method} ${url} HTTP/${httpVersion}`, ...values].join(""));
}

function send(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}
