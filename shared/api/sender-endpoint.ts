import type * as z from "zod";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { parsedBody, parsedParameters } from "./middleware/parsed-input.ts";
import { rateLimit } from "./middleware/rate-limit.ts";
import type { RequestEvent } from "./route.ts";

const tokenIn = ({ input }: RequestEvent): string =>
  (input.body as { readonly token: string }).token;

/**
 * Builds the Lambda handler of a public route that is opened by the token of an upload link. Calls are counted by the
 * address of the caller and by the token, which many addresses may have.
 */
export const senderEndpoint = <
  P extends z.ZodType,
  B extends z.ZodType<{ readonly token: string }>,
  O extends z.ZodType,
>(
  definition: Endpoint<P, z.ZodType, B, O>,
) =>
  endpoint(definition, {
    guards: [rateLimit("UPLOAD")],
    late: [rateLimit("UPLOAD_LINK", tokenIn)],
    readParameters: parsedParameters,
    readBody: parsedBody,
  });
