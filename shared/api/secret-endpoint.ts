import type * as z from "zod";
import { DomainError } from "../core/errors/errors.ts";
import { type SealContext, seal, unseal } from "../platform/sealing.ts";
import { accountEndpointWith } from "./account-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Keeping } from "./middleware/idempotency.ts";
import { type CallerOf, type Route, routeName } from "./route.ts";
import { keepSealedAnswer, type RequestName, takeSealed } from "./store-idempotency.ts";

/** A route whose responses have a secret. */
type SecretRoute = Route & { readonly repeats: "sealed" };

/**
 * Builds the Lambda handler of a route whose response has a secret. The slot of the Idempotency-Key has the response
 * sealed: only the function of the route may open it (infra/sealing-key.ts), once, within 24 hours, for the key or
 * person that it was for.
 */
export const secretEndpoint = <
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  L,
  R extends SecretRoute,
>(
  definition: Endpoint<P, Q, B, O, L, CallerOf<R>, R>,
) => accountEndpointWith(definition, SEALED);

const SEALED: Keeping = {
  async keep(route, { name, author }, token, { statusCode = 200, headers = {}, body = "" }) {
    // Without the key of the stage the secret is answered now, and never again.
    const sealed = await seal(body, contextOf(route, name)).catch(() => undefined);
    const { id } = JSON.parse(body) as { readonly id?: unknown };
    const plain = headers as Record<string, string>;
    const made = { statusCode, headers: plain, author, made: String(id) };
    await keepSealedAnswer(name, token, { ...made, ...(sealed && { sealed }) });
  },

  async replay(route, { name, author }, stored) {
    if (!("made" in stored)) return stored;
    const { made, author: owner, sealed: _, ...answer } = stored;
    const sealed = owner === author ? await takeSealed(name) : undefined;
    if (!sealed) throw alreadyMade(made);
    return { ...answer, body: await unseal(sealed, contextOf(route, name)) };
  },
};

const contextOf = (route: Route, { account, slot }: RequestName): SealContext => ({
  answer_of: routeName(route),
  account,
  slot,
});

function alreadyMade(made: string): DomainError {
  const message = `has created ${made} already, and its secret is returned only once more, to the same key or person: replace the secret, or delete what was created`;
  return new DomainError("idempotency_conflict", `Idempotency-Key: ${message}`, [
    { field: "Idempotency-Key", message },
  ]);
}
