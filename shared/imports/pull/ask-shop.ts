import type { IncomingHttpHeaders } from "node:http";
import {
  askOutside,
  OUTSIDE,
  type OutsideAnswer,
  type OutsideRequest,
} from "../../notifications/webhooks/http-client.ts";
import { loopbackAllowed, receiverFault } from "../../notifications/webhooks/receiver-address.ts";
import { PullFault } from "./pull-fault.ts";

/** A parsed response of a shop: that of a resource, or that there is none (404). */
export type ShopAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

/** Milliseconds until a response must begin, and until it must be complete: shops on small machines take their time. */
const BEGIN_MS = 10_000;
const WHOLE_MS = 15_000;

/** Maximum size of a response. Fifty orders of a hundred lines have some 5 MB. */
const MOST_BYTES = 20_000_000;

/**
 * Asks a shop, with the same guard against addresses that are not public as webhooks.
 * @throws PullFault
 */
export async function askShop(request: OutsideRequest): Promise<ShopAnswer> {
  const answer = await answerOf(request);
  const { status, headers } = answer;
  rejectStatus(status, headers);
  return { status, headers, body: jsonIn(answer) };
}

async function answerOf(request: OutsideRequest): Promise<OutsideAnswer> {
  const outside = {
    ...OUTSIDE,
    allowLoopback: loopbackAllowed(),
    beginMs: BEGIN_MS,
    wholeMs: WHOLE_MS,
  };
  try {
    return await askOutside(request, outside, MOST_BYTES + 1);
  } catch (error) {
    throw new PullFault("pull_failed", receiverFault(error));
  }
}

/** @throws PullFault unless the status is that of an answer, or 404 */
function rejectStatus(status: number, headers: IncomingHttpHeaders): void {
  if ((status >= 200 && status < 300) || status === 404) return;
  const message = `the shop answered ${status}`;
  if (status === 401 || status === 403) throw new PullFault("pull_rejected", message);
  const waitSeconds = secondsIn(headers["retry-after"]);
  throw new PullFault("pull_failed", message, {
    isBusy: status === 429,
    // Redirects are not followed: they lead to another address, which the user has to enter.
    isLasting: status < 500 && status !== 429 && status !== 408,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
}

/** Reads Retry-After: seconds, such as 2.0, or an HTTP date. */
function secondsIn(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** @throws PullFault for a response that is too large, or is no JSON, as the page of another site */
function jsonIn({ status, start }: OutsideAnswer): unknown {
  if (start.length > MOST_BYTES) {
    throw new PullFault("pull_failed", `the shop answered more than ${MOST_BYTES / 1e6} MB`);
  }
  try {
    return JSON.parse(start.toString("utf8"));
  } catch {
    const what = status === 404 ? "404, and no JSON" : "with something else than JSON";
    const message = `the shop answered ${what}; check its address`;
    throw new PullFault("pull_failed", message, { isLasting: true });
  }
}
