import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { handler as answerUnknownPath } from "../../functions/fallback/not-found.ts";
import { type ApiServer, startApiServer } from "../../scripts/local/api-server.ts";
import { FREE_LOOPBACK } from "../../scripts/local/http-server.ts";
import type { TimeLimits } from "../../scripts/local/invoke.ts";
import { fallbackRow, type Route } from "../../shared/api/route.ts";

/** A local gateway with one function behind all its routes, which notes what it is given. */
export type Gateway = {
  readonly server: ApiServer;
  /** What the function was called with last. */
  readonly seen: { event: APIGatewayProxyEventV2; context: Context };
  /** What it does: gives this output, unless that is a function. */
  output: unknown;
  /** What it waits for before it is started. */
  start: () => Promise<unknown>;
};

const row = (method: Route["method"], path: Route["path"]): Route => ({
  part: "public",
  method,
  path,
  scope: "public",
  table: [],
  handler: "gateway/echo",
  summary: "For a test",
});

export async function startGateway(
  routes: readonly (readonly [Route["method"], Route["path"]])[],
  limits?: TimeLimits,
): Promise<Gateway> {
  const server = await startApiServer(FREE_LOOPBACK, limits);
  const seen = {} as Gateway["seen"];
  const gateway: Gateway = {
    server,
    seen,
    output: { statusCode: 200, body: "{}" },
    start: async () => {},
  };
  const handler = async (event: APIGatewayProxyEventV2, context: Context) => {
    Object.assign(seen, { event, context });
    return typeof gateway.output === "function" ? gateway.output() : gateway.output;
  };
  const load = async () => {
    await gateway.start();
    return handler;
  };
  server.serve({
    routes: routes.map(([method, path]) => ({ route: row(method, path), load })),
    fallback: { route: fallbackRow, load: async () => answerUnknownPath },
  });
  return gateway;
}

export type Sent = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
};

export type Received = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Sends what fetch would refuse to send, or would tidy up on the way. */
export function send(url: string, { method = "GET", path, headers = {}, body }: Sent) {
  return new Promise<Received>((resolve, reject) => {
    const sent = request(url, { method, path, headers }, async (response) =>
      resolve({
        status: response.statusCode,
        headers: response.headers,
        body: await text(response),
      }),
    );
    sent.on("error", reject).end(body);
  });
}
