import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Route } from "../../shared/api/route.ts";

export type Arrived = {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly route: Pick<Route, "method" | "path">;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly now: Date;
};

/** The event of an API Gateway HTTP API, payload format 2.0, for this request. */
export function gatewayEvent(arrived: Arrived): APIGatewayProxyEventV2 {
  const { request, route, pathParameters } = arrived;
  const [rawPath, rawQueryString] = splitUrl(request.url);
  const query = joined([...new URLSearchParams(rawQueryString)]);
  const { cookie, ...headers } = request.headersDistinct;
  return {
    version: "2.0",
    routeKey: `${route.method} ${route.path}`,
    rawPath,
    rawQueryString,
    headers: joined(listsAsPairs(headers)) ?? {},
    ...(cookie ? { cookies: cookie.flatMap((line) => line.split("; ")) } : {}),
    ...(query ? { queryStringParameters: query } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: contextOf(arrived, rawPath),
    ...bodyOf(arrived),
  };
}

/** Path and query string of a request line, as sent. */
export function splitUrl(url = "/"): [path: string, query: string] {
  const end = url.indexOf("?");
  return end < 0 ? [url, ""] : [url.slice(0, end), url.slice(end + 1)];
}

function contextOf({ request, route, now }: Arrived, path: string) {
  return {
    accountId: "000000000000",
    apiId: "local",
    domainName: request.headers.host ?? "127.0.0.1",
    domainPrefix: "local",
    http: {
      method: route.method,
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? "",
      userAgent: request.headers["user-agent"] ?? "",
    },
    requestId: randomUUID(),
    routeKey: `${route.method} ${route.path}`,
    stage: "$default",
    time: now.toUTCString(),
    timeEpoch: now.getTime(),
  };
}

const listsAsPairs = (headers: NodeJS.Dict<string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );

/** Values of one name, joined with commas, or undefined when there are none at all. */
function joined(pairs: readonly [string, string][]): Record<string, string> | undefined {
  const byName = Map.groupBy(pairs, ([name]) => name);
  const entries = [...byName].map(([name, all]) => [name, all.map(([, value]) => value).join(",")]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const TEXT = /^(text\/|application\/(.+\+)?(json|xml|javascript)\b)/i;

/** The gateway passes text on as it is and everything else in base64. */
function bodyOf({ request, body }: Arrived): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = TEXT.test(request.headers["content-type"] ?? "") ? utf8(body) : undefined;
  return text === undefined
    ? { body: body.toString("base64"), isBase64Encoded: true }
    : { body: text, isBase64Encoded: false };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
