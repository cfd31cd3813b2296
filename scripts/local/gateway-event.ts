import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { decoded, type FallbackRow, gatewayKey, type Route } from "../../shared/api/route.ts";

type GatewayRoute = Pick<Route, "method" | "path"> | FallbackRow;

type Arrived = {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly route: GatewayRoute;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly now: Date;
};

/**
 * Returns the event of an API Gateway HTTP API, payload format 2.0, for this request. Despite its name, API Gateway
 * decodes `rawPath`, as published events show.
 */
export function gatewayEvent(arrived: Arrived): APIGatewayProxyEventV2 {
  const { request, route, pathParameters } = arrived;
  const [path, rawQueryString] = splitUrl(request.url);
  const rawPath = path.split("/").map(decoded).join("/");
  const query = joined([...new URLSearchParams(rawQueryString)]);
  const cookies = cookiesOf(request);
  return {
    version: "2.0",
    routeKey: gatewayKey(route),
    rawPath,
    rawQueryString,
    headers: headersOf(request),
    ...(cookies.length > 0 ? { cookies } : {}),
    ...(query ? { queryStringParameters: query } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: contextOf(arrived, rawPath),
    ...bodyOf(arrived),
  };
}

/** Splits a request line into path and query string, both unchanged. */
export function splitUrl(url = "/"): [path: string, query: string] {
  const end = url.indexOf("?");
  return end < 0 ? [url, ""] : [url.slice(0, end), url.slice(end + 1)];
}

function contextOf({ request, route, now }: Arrived, path: string) {
  const domainName = hostOf(request);
  return {
    accountId: "000000000000",
    apiId: "local",
    domainName,
    domainPrefix: domainName.split(".")[0] ?? "",
    http: {
      method: request.method ?? "GET",
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: addressOf(request),
      userAgent: request.headers["user-agent"] ?? "",
    },
    requestId: randomUUID(),
    routeKey: gatewayKey(route),
    stage: "$default",
    time: commonLogTime(now),
    timeEpoch: now.getTime(),
  };
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Formats an instant like 12/Mar/2020:19:03:58 +0000. */
function commonLogTime(instant: Date): string {
  const [day = "", time = ""] = instant.toISOString().split("T");
  const [year, month, date] = day.split("-");
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

/** Hop-by-hop headers, and headers with a field of their own. */
const LEFT_OUT = ["connection", "cookie", "keep-alive", "transfer-encoding"];

function headersOf(request: IncomingMessage): Record<string, string> {
  const given = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    LEFT_OUT.includes(name) ? [] : values.map((value): [string, string] => [name, value]),
  );
  const forwarded = [request.headers["x-forwarded-for"], addressOf(request)].filter(Boolean);
  return {
    "content-length": "0",
    ...joined(given),
    "x-forwarded-for": forwarded.join(", "),
    "x-forwarded-port": String(request.socket.localPort ?? ""),
    "x-forwarded-proto": "http",
  };
}

const cookiesOf = ({ headersDistinct: { cookie = [] } }: IncomingMessage): string[] =>
  cookie.flatMap((line) => line.split(/;\s*/)).filter((pair) => pair !== "");

const hostOf = ({ headers }: IncomingMessage): string =>
  (headers.host ?? "127.0.0.1").replace(/:\d+$/, "");

const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";

/** Joins values of one name with commas; undefined if there are no pairs. */
function joined(pairs: readonly [string, string][]): Record<string, string> | undefined {
  const byName = Map.groupBy(pairs, ([name]) => name);
  const entries = [...byName].map(([name, all]) => [name, all.map(([, value]) => value).join(",")]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The media types that API Gateway is known to treat as text. Other JSON types, such as problem+json, are not. */
const TEXT = /^(text\/[\w.+-]+|application\/(json|xml|javascript))\s*(;|$)/i;

/** Returns the body: text unchanged, everything else in base64. */
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
