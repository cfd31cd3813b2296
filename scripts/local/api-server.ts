import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { matchRoute } from "../../shared/api/route-match.ts";
import { answerBrokenRequests } from "./broken-requests.ts";
import type { Endpoints } from "./endpoints.ts";
import { functionFailed, type GatewayAnswer, gatewayRefusal } from "./gateway-answer.ts";
import { gatewayEvent, splitUrl } from "./gateway-event.ts";
import { closeServer, type Listening, listen } from "./http-server.ts";
import { invoke, notReady, TIME_LIMITS, type TimeLimits, tooLarge } from "./invoke.ts";

/** The API of this machine. Until `serve` is called every request is answered 503. */
export type ApiServer = {
  readonly url: string;
  readonly serve: (endpoints: Endpoints) => void;
  readonly stop: () => Promise<void>;
};

type Gateway = { endpoints: Endpoints | undefined; readonly limits: TimeLimits };

/** What API Gateway takes at most; the function behind it takes less. */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
/** Of the request line and the values of the headers together. */
const HEADER_LIMIT_BYTES = 10_240;

/** Node's own limit is to be the wider one: it answers without a body. */
const OPTIONS = { maxHeaderSize: 8 * HEADER_LIMIT_BYTES };

/**
 * Takes the port, in the place of API Gateway.
 * @throws Failure when the port is taken, or the address is not one of this machine.
 */
export async function startApiServer(at: Listening, limits = TIME_LIMITS): Promise<ApiServer> {
  const gateway: Gateway = { endpoints: undefined, limits };
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
    send(response, await answerTo(gateway, request));
  } catch (error) {
    if (request.destroyed && !request.complete) return; // the caller went away while sending
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    send(response, functionFailed());
  }
}

async function answerTo(
  { endpoints, limits }: Gateway,
  request: IncomingMessage,
): Promise<GatewayAnswer> {
  const body = await bodyOf(request);
  if (!endpoints) return notReady();
  if (headerBytes(request) > HEADER_LIMIT_BYTES) {
    return gatewayRefusal("headers_too_large", "the headers are too large");
  }
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

/** The body, or undefined when it is too large. Read to its end: else the caller would not read our answer. */
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
