import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { rateLimitFrom, refusalMemory, secondsUntilEnd, windowAt } from "../rate-limit/window.ts";
import type { Call } from "../route.ts";
import { countCall } from "../store-rate-limits.ts";
import { clientOf } from "./client.ts";
import { viewerAddress } from "./viewer-address.ts";

/**
 * Refuses a client that calls too often, before anything of the call is read. The client is the
 * address that the connection comes from: X-Forwarded-For is whatever the caller likes to write. Behind
 * an edge that is the edge's own, and the edge says who called it.
 * The limit of `name` is read from the environment (see rate-limit/window.ts).
 */
export function rateLimit(name: string): MiddlewareObj<Call, unknown> {
  const refused = refusalMemory();
  return {
    before: async ({ event }) => {
      const limit = rateLimitFrom(process.env, name);
      const now = new Date();
      const window = windowAt(limit, now);
      const client = clientOf(viewerAddress(event, process.env["BEHIND_EDGE"] === "1"));
      const counted = async () =>
        !refused.has(client, window) && countCall(name, client, limit, window);
      if (await counted().catch((error) => uncounted(event, error))) return;
      refused.add(client, window);
      throw refusal(secondsUntilEnd(window, now));
    },
  };
}

/** The endpoint itself does without the table, so a table that is down does not stop it. */
function uncounted(event: Call, error: unknown): true {
  event.failure = error;
  return true;
}

const refusal = (retryAfterSeconds: number): DomainError =>
  new DomainError("rate_limited", `too many requests; try again in ${retryAfterSeconds} s`, [], {
    retryAfterSeconds,
  });
