import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { ServedRoute } from "./endpoints.ts";
import { type Arrived, gatewayEvent, splitUrl } from "./gateway-event.ts";
import { closeServer, listen } from "./http-server.ts";
import { matchRoute } from "./route-match.ts";

/** The API on the loopback interface. Until `serve` is called every request is answered 503. */
export type ApiServer = {
  readonly url: string;
  readonly serve: (endpoints: readonly ServedRoute[]) => void;
  readonly stop: () => Promise<void>;
};

/** What a Lambda function takes at most. */
const BODY_LIMIT_BYTES = 6 * 1024 * 1024;

/**
 * Takes the port, in the place of API Gateway.
 * @throws Failure when the port is taken.
 */
export async function startApiServer(port: number): Promise<ApiServer> {
  let endpoints: readonly ServedRoute[] | undefined;
  const server = createServer((request, response) => void answer(endpoints, request, response));
  const url = await listen(server, port);
  return {
    url,
    serve: (ready) => {
      endpoints = ready;
    },
    stop: () => closeServer(server),
  };
}

async function answer(
  endpoints: readonly ServedRoute[] | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    send(response, await resultOf(endpoints, request));
  } catch (error) {
    if (request.destroyed && !request.complete) return; // the caller went away while sending
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    send(response, gatewayMessage(500, "Internal Server Error"));
  }
}

async function resultOf(
  endpoints: readonly ServedRoute[] | undefined,
  request: IncomingMessage,
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = await bodyOf(request);
  if (!endpoints) return gatewayMessage(503, "Service Unavailable");
  const [path] = splitUrl(request.url);
  const found = matchRoute(endpoints, request.method ?? "", path);
  if (!found) return gatewayMessage(404, "Not Found");
  if (!body) return gatewayMessage(413, "Request Entity Too Large");
  const { row, pathParameters } = found;
  return invoke(row, { request, body, route: row.route, pathParameters, now: new Date() });
}

function invoke({ handler, route }: ServedRoute, arrived: Arrived) {
  const event = gatewayEvent(arrived);
  const context = { functionName: route.handler, awsRequestId: event.requestContext.requestId };
  return handler(event, context as Context);
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

/** The gateway's own answers do not have the form of the service's. */
const gatewayMessage = (statusCode: number, message: string) => ({
  statusCode,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ message }),
});

function send(response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  response.statusCode = result.statusCode ?? 200;
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    response.setHeader(name, String(value));
  }
  if (result.cookies) response.setHeader("set-cookie", result.cookies);
  response.end(Buffer.from(result.body ?? "", result.isBase64Encoded ? "base64" : "utf8"));
}
