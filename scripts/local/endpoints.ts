import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { type FallbackRow, fallbackRow, type Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { Failure } from "./failure.ts";

export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** A route, and its function once it was started. */
export type ServedRoute = { readonly route: Route; readonly load: () => Promise<Handler> };

/** The function for requests without a route. */
export type ServedFallback = { readonly route: FallbackRow; readonly load: () => Promise<Handler> };

export type Endpoints = {
  readonly routes: readonly ServedRoute[];
  readonly fallback: ServedFallback;
};

/**
 * Loads the handlers of the route table, which read the environment at import.
 * @throws Failure naming the first handler file that does not exist.
 */
export const loadEndpoints = async (): Promise<Endpoints> => ({
  routes: await Promise.all(
    Object.entries<Route>(routes).map(([name, route]) => served(name, route)),
  ),
  fallback: await served("$default", fallbackRow),
});

async function served<R extends Route | FallbackRow>(name: string, route: R) {
  const file = new URL(`../../functions/${route.handler}.ts`, import.meta.url);
  if (!existsSync(file)) {
    throw new Failure(`functions/${route.handler}.ts is missing; the route ${name} names it`);
  }
  const handler = await handlerIn(file);
  return { route, load: async () => handler };
}

/** Loads the endpoints from bundles, each imported at its first call, like a cold start. */
export const bundledEndpoints = (folder: string): Endpoints => ({
  routes: Object.values<Route>(routes).map((route) => bundled(folder, route)),
  fallback: bundled(folder, fallbackRow),
});

function bundled<R extends Route | FallbackRow>(folder: string, route: R) {
  let handler: Promise<Handler> | undefined;
  const start = () => handlerIn(pathToFileURL(join(folder, route.handler, "index.mjs")));
  return {
    route,
    load: () => {
      handler ??= start();
      return handler;
    },
  };
}

async function handlerIn(file: URL): Promise<Handler> {
  const { handler }: { handler: Handler } = await import(file.href);
  return handler;
}
