import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { type FallbackRow, fallbackRow, type Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
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

/*
 * Each handler is imported at its first call, like a cold start, and reads the environment at import.
 */

/**
 * Returns the handlers of the route table.
 * @throws Failure naming the first handler file that does not exist.
 */
export const loadEndpoints = (): Endpoints => ({
  routes: Object.entries<Route>(routes).map(([name, route]) =>
    served(route, sourceOf(name, route)),
  ),
  fallback: served(fallbackRow, sourceOf("$default", fallbackRow)),
});

function sourceOf(name: string, { handler }: Route | FallbackRow): URL {
  const file = new URL(`../../functions/${handler}.ts`, import.meta.url);
  if (!existsSync(file)) {
    throw new Failure(`functions/${handler}.ts is missing; the route ${name} names it`);
  }
  return file;
}

export const bundledEndpoints = (folder: string): Endpoints => ({
  routes: Object.values<Route>(routes).map((route) => served(route, bundleOf(folder, route))),
  fallback: served(fallbackRow, bundleOf(folder, fallbackRow)),
});

const bundleOf = (folder: string, { handler }: Route | FallbackRow): URL =>
  pathToFileURL(join(folder, handler, "index.mjs"));

function served<R extends Route | FallbackRow>(route: R, file: URL) {
  let handler: Promise<Handler> | undefined;
  return {
    route,
    load: () => {
      handler ??= handlerIn(file);
      return handler;
    },
  };
}

async function handlerIn(file: URL): Promise<Handler> {
  const { handler }: { handler: Handler } = await import(file.href);
  return handler;
}
