import type * as z from "zod";
import type { Route } from "../route.ts";
import { routes } from "../routes.ts";
import { Health, Readiness } from "./health-schema.ts";

/**
 * The answers of the routes whose functions do not carry their output schema. For the OpenAPI
 * document and the tests; no function imports this.
 */
export const OUTPUTS_APART: ReadonlyMap<Route, z.ZodType> = new Map<Route, z.ZodType>([
  [routes.getHealth, Health],
  [routes.getReadiness, Readiness],
]);
