import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import { rateLimitFrom, rejectionMemory, secondsUntilEnd, windowAt } from "../rate-limit/window.ts";
import type { Call } from "../route.ts";
import { countCall } from "../store-rate-limits.ts";

/**
 * Who calls, for counting: an IPv4 address, or the /64 network of an IPv6 one, since a single
 * subscriber has all 2^64 addresses of it to choose from.
 */
export function clientOf(sourceIp: string): string {
  const address = sourceIp.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** The groups of an IPv6 address, with the zeros that `::` stands for, and none in front. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}

/** In which the edge says who called it. Without an edge before the API it is what a caller writes. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

type Called = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
};

/** The address of whoever called: of the connection, or what the edge says when there is one. */
const viewerAddress = ({ headers, requestContext }: Called, isBehindEdge: boolean): string =>
  (isBehindEdge ? headers[VIEWER_ADDRESS_HEADER] : undefined) ?? requestContext.http.sourceIp;

/**
 * Refuses a client that calls too often, before anything of the call is read. The client is the
 * address that the connection comes from: X-Forwarded-For is whatever the caller likes to write. Behind
 * an edge that is the edge's own, and the edge says who called it.
 * The limit of `name` is read from the environment (see rate-limit/window.ts).
 */
export function rateLimit(name: string): MiddlewareObj<Call, unknown> {
  const refused = rejectionMemory();
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
