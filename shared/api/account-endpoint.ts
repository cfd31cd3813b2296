import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { apiKey } from "./middleware/api-key.ts";

/**
 * The Lambda handler of a route that needs an API key of its scope. A file of its own, because the
 * key check brings the DynamoDB client along, which public functions do without.
 */
export const accountEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(
  definition: Endpoint<P, Q, B, O>,
) => endpoint(definition, apiKey(definition.route.scope));
