import type { IncomingHttpHeaders } from "node:http";
import {
  askOutside,
  loopbackAllowed,
  OUTSIDE,
  type OutsideAnswer,
  type OutsideRequest,
  receiverFault,
} from "../../notifications/webhooks/http-client.ts";
import type { AccessFault, FoundAccessFault, ShopAccess } from "../connections/connection.ts";
import type { Message } from "../connections/messages.ts";

/** The codes of what ends a catch-up before its time. */
type PullFaultCode = Exclude<AccessFault, "scope_missing" | "webhook_switched_off">;

type Options = {
  readonly waitSeconds?: number;
  readonly isBusy?: boolean;
  readonly isLasting?: boolean;
};

/** The reason why a shop could not be read, in words for its owner. */
export class PullFault extends Error {
  readonly code: PullFaultCode;
  /** Seconds to wait before the next request, as the shop says (Retry-After); undefined if it does not say so. */
  readonly waitSeconds: number | undefined;
  /** True if the shop works, and only limits the number of requests. */
  readonly isBusy: boolean;
  /** True if asking again soon changes nothing. */
  readonly isLasting: boolean;

  constructor(
    code: PullFaultCode,
    message: string,
    { waitSeconds, isBusy = false, isLasting = code !== "pull_failed" }: Options = {},
  ) {
    super(message);
    this.name = "PullFault";
    this.code = code;
    this.waitSeconds = waitSeconds;
    this.isBusy = isBusy;
    this.isLasting = isLasting;
  }
}

/** A place in the list of orders that were modified since an instant. */
export type ListPlace = {
  /** Orders that were modified before it are done. */
  readonly after: string;
  /** The page from there on; undefined for the first one. */
  readonly page?: string | undefined;
};

/** A page of orders, in the order of the shop's list. */
export type OrderPage = {
  readonly orders: readonly unknown[];
  /** Undefined on the last page. */
  readonly next: ListPlace | undefined;
};

/** A shop that has accepted the access. */
export type ShopSession = {
  readonly modifiedSince: (place: ListPlace) => Promise<OrderPage>;
  /** Returns an order; undefined if the shop has none with this id. */
  readonly order: (id: string) => Promise<unknown>;
  /** Returns the refunds of an order with their lines; none if the order itself has them. */
  readonly refundsOf: (order: unknown) => Promise<readonly unknown[]>;
  /** Returns those of the ids that the shop has. One that is missing may still be in its trash. */
  readonly present: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** True if an order that is missing was deleted, or is in the trash. */
  readonly isGone: (id: string) => Promise<boolean>;
  /** Returns the webhooks to an address that the shop has switched off; absent if the shop does not tell. */
  readonly disabledWebhooks?: (path: string) => Promise<readonly string[]>;
  /** A right that the access lacks. Deletions cannot be told from orders that are out of reach. */
  readonly limit: FoundAccessFault | undefined;
};

/** The client that asks a kind of shop for its orders. */
export type Pull = {
  /** Reads the address of a shop as its owner writes it: the address, or what is wrong with it. */
  readonly addressIn: (
    text: string | undefined,
  ) => { readonly address: string } | { readonly fault: string };
  /** The forms of the two parts of a key, and the words for one that has another form; undefined if it has one part. */
  readonly key: KeyForm | undefined;
  readonly secret: KeyForm;
  /** Reads an order of a page as a message that brings it; undefined if it is no order. */
  readonly read: (order: unknown) => Message | undefined;
  /**
   * Opens a shop.
   * @throws PullFault
   */
  readonly open: (access: ShopAccess, now: Date) => Promise<ShopSession>;
};

type KeyForm = { readonly form: RegExp; readonly must: string };

/** A parsed response of a shop: that of a resource, or that there is none (404). */
export type ShopResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

type ShopQuery = Readonly<Record<string, string>>;

/** A call of a shop's API with its credentials. */
export type ShopCall = (path: string, query: ShopQuery) => Promise<ShopResponse>;

/** Milliseconds until a response must begin, and until it must be complete: shops on small machines take their time. */
const BEGIN_MS = 10_000;
const WHOLE_MS = 15_000;

/** Maximum size of a response. Fifty orders of a hundred lines have some 5 MB. */
const MOST_BYTES = 20_000_000;

/**
 * Asks a shop, with the same guard against addresses that are not public as webhooks.
 * @throws PullFault
 */
export async function requestShop(request: OutsideRequest): Promise<ShopResponse> {
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
    const what = status === 404 ? "404, and no JSON" : "with a response that is not JSON";
    const message = `the shop answered ${what}; check its address`;
    throw new PullFault("pull_failed", message, { isLasting: true });
  }
}
