import { STANDALONE_OUTPUTS } from "../../shared/api/docs/docs-answers.ts";
import type { Endpoint } from "../../shared/api/endpoint.ts";
import type { CachePolicy } from "../../shared/api/middleware/http-cache.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";

/** A row of the route table with the definition of its handler. */
export type Described = {
  /** The name of the row, which is the operationId. */
  readonly name: string;
  readonly route: Route;
  readonly definition: Endpoint & { readonly cache?: CachePolicy };
};

/** Loads the whole route table, in its order. */
export const describedEndpoints = (): Promise<Described[]> =>
  Promise.all(
    Object.entries<Route>(routes).map(async ([name, route]) => {
      const [folder, file] = route.handler.split("/");
      const { handler } = await import(`../../functions/${folder}/${file}.ts`);
      const output = handler.definition.output ?? STANDALONE_OUTPUTS.get(route);
      const definition = { ...handler.definition, ...(output ? { output } : {}) };
      return { name, route, definition };
    }),
  );
