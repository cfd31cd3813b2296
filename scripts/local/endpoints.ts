import { existsSync } from "node:fs";
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";
import { Failure } from "./failure.ts";

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

export type ServedRoute = { readonly route: Route; readonly handler: Handler };

/**
 * The handlers of the route table. They read the environment when they are imported.
 * @throws Failure naming the first handler file that does not exist.
 */
export const loadEndpoints = (): Promise<ServedRoute[]> =>
  Promise.all(Object.entries<Route>(routes).map(([name, route]) => served(name, route)));

async function served(name: string, route: Route): Promise<ServedRoute> {
  const file = new URL(`../../functions/${route.handler}.ts`, import.meta.url);
  if (!existsSync(file)) {
    throw new Failure(`functions/${route.handler}.ts is missing; the route ${name} names it`);
  }
  const { handler }: { handler: Handler } = await import(file.href);
  return { route, handler };
}
