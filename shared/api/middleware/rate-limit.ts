import type { MiddlewareObj } from "@middy/core";
import { DomainError } from "../../core/errors/errors.ts";
import {
  rateLimitFrom,
  rejectionMemory,
  secondsUntilEnd,
  VIEWER_ADDRESS_HEADER,
  windowAt,
} from "../rate-limits.ts";
import type { Call } from "../route.ts";
import { countCall } from "../store-rate-limits.ts";

/**
 * Returns the client to count: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber can use all
 * 2^64 addresses of a network.
 */
export function clientOf(sourceIp: string): string {
  const address = sourceIp.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** Returns the groups of an IPv6 address with the zeros of `::` filled in and leading zeros removed. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}

type Called = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
};

/** Returns the caller's address: that of the connection, or the one passed by the edge. */
const viewerAddress = ({ headers, requestContext }: Called, isBehindEdge: boolean): string =>
  (isBehindEdge ? headers[VIEWER_ADDRESS_HEADER] : undefined) ?? requestContext.http.sourceIp;

/**
 * Rejects a client that calls too often, before anything of the call is parsed.
 * The client is the address of the connection, because callers can forge X-Forwarded-For. Behind an edge the connection
 * is the edge's own, and the edge passes the caller's address. The limit of `name` is read from the environment (see
 * rate-limits.ts).
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

/**
 * Lets a call pass when counting fails: the endpoint does not need the table, so an outage of the table does not stop
 * it.
 */
function uncounted(event: Call, error: unknown): true {
  event.failure = error;
  return true;
}

const refusal = (retryAfterSeconds: number): DomainError =>
  new DomainError("rate_limited", `too many requests; try again in ${retryAfterSeconds} s`, [], {
    retryAfterSeconds,
  });
