import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import {
  bookOrder,
  bookWithRefunds,
  type OrderNews,
  type OrderResult,
  type WithRefunds,
} from "../../imports/orders/book-order.ts";
import { DELETED, OPEN_OUTCOMES, type OrderFinding } from "../../imports/orders/open-order.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import type { Connection } from "./connection.ts";
import type { DeliveryOutcome } from "./delivery.ts";
import { findingsOfRefunds, readOrder, readRefundsApart } from "./read-order.ts";

/** The result of booking an order of a shop. */
export type Ending = {
  readonly outcome: DeliveryOutcome;
  readonly findings: readonly OrderFinding[];
  readonly order_id?: string;
  /** The change of what is booked; absent if the order could not be booked. */
  readonly result?: OrderResult;
};

export const finding = (outcome: string, reason: string, message: string): OrderFinding => ({
  outcome,
  reason,
  message,
});

/** The request to the shop that returned the order; empty for an order that the shop sent by itself. */
type Fetched = Pick<OrderNews, "fetched_at" | "run">;

export type FoundOrder = Fetched & {
  readonly order_id: string;
  readonly modified_at: string;
  readonly order: unknown;
  /** Undefined if the shop says that there are refunds, and their lines are not known. */
  readonly refunds: readonly unknown[] | undefined;
  /** True if a person has decided to book the order as it is in the shop, paid or not. */
  readonly isDecided?: boolean;
};

/** Brings the ledger to an order as the shop has it. Repeated after a crash, it books nothing twice. */
export async function bookShopOrder(
  ledger: LedgerId,
  connection: Connection,
  { order, refunds, isDecided, ...of }: FoundOrder,
  now: Date,
): Promise<Ending> {
  const rates = await loadVatRates();
  const read = await readOrder(connection, { order, refunds }, rates, now);
  const isClear = refunds !== undefined || read.isExcluded;
  const findings = isClear ? read.findings : [...read.findings, REFUNDS_UNKNOWN];
  const { order_id } = of;
  if (!read.wanted) return { order_id, outcome: worstOf(findings) ?? "rejected", findings };
  const { content, name } = read;
  const wanted = isDecided ? { ...read.wanted, isUnpaid: false } : read.wanted;
  const { source_id, id: connection_id } = connection;
  const isOpen = worstOf(findings) !== undefined;
  const news = { ...of, source_id, connection_id, name, content, wanted, isOpen };
  const by = bookingOf(connection, now);
  const apart = await readRefundsApart(connection, [], rates, now);
  const ending = await endingOfBooking(findings, read.isExcluded, () =>
    apart
      ? bookWithRefunds(ledger, news, apart, by)
      : bookOrder(ledger, news, by).then((result) => ({ result, refunds: [] })),
  );
  return { order_id, ...ending };
}

/** A refund that the shop tells separately from its order. */
type RefundOfShop = Fetched & { readonly order_id: string; readonly refund: unknown };

/** Books a refund that the shop tells separately from its order. */
export async function bookShopRefund(
  ledger: LedgerId,
  connection: Connection,
  { order_id, refund, fetched_at, run }: RefundOfShop,
  now: Date,
): Promise<Ending> {
  const read = await readRefundsApart(connection, [refund], await loadVatRates(), now);
  if (!read || read.notes.length === 0) {
    const findings = read?.findings ?? [];
    return { order_id, outcome: worstOf(findings) ?? "rejected", findings };
  }
  const { source_id, id: connection_id } = connection;
  const fetched = { ...(fetched_at && { fetched_at }), ...(run && { run }) };
  const news = { source_id, order_id, connection_id, ...fetched };
  const by = bookingOf(connection, now);
  const ending = await endingOfBooking(read.findings, true, () =>
    bookWithRefunds(ledger, news, read, by),
  );
  return { order_id, ...ending };
}

async function endingOfBooking(
  findings: readonly OrderFinding[],
  isExcluded: boolean,
  book: () => Promise<WithRefunds>,
): Promise<Ending> {
  try {
    const { result, refunds } = await book();
    const all = [...findings, ...findingsOfRefunds(refunds)];
    const outcome = outcomeOf(result, all, isExcluded);
    return { result, outcome, findings: [...all, ...asked(result)] };
  } catch (error) {
    if (!(error instanceof DomainError) || !REJECTIONS.includes(error.code)) throw error;
    const reason = error.code === "event_conflict" ? "event_conflict" : "refused_by_ledger";
    const message = error.details?.[0]?.message ?? error.message;
    const rejected = finding("rejected", reason, message);
    return { outcome: "rejected", findings: [...findings, rejected] };
  }
}

const REJECTIONS = ["event_conflict", "invalid_request"];

const REFUNDS_UNKNOWN = finding(
  "unresolved",
  "refund_lines_unknown",
  "The order names refunds without their lines. They are fetched with access to the shop.",
);

const bookingOf = ({ id, on_edit }: Connection, now: Date) => ({ key_id: id, on_edit, now });

/** Returns the finding of an order whose bookings stay until a person decides. */
function asked(result: OrderResult): OrderFinding[] {
  const [reason, message] = isWaiting(result) ? WAITING[result] : [];
  return reason && message ? [finding("unresolved", reason, message)] : [];
}

const WAITING = {
  asked: [
    "order_edited",
    "The order was edited after it was booked, and the connection asks before it books an edit.",
  ],
  unpaid: [
    "no_longer_paid",
    "The shop says that this booked order is not paid. What is booked stays until it is refunded, cancelled or deleted.",
  ],
} as const;

const isWaiting = (result: OrderResult): result is keyof typeof WAITING => result in WAITING;

function outcomeOf(
  result: OrderResult,
  findings: readonly OrderFinding[],
  isExcluded: boolean,
): DeliveryOutcome {
  if (isWaiting(result)) return "unresolved";
  const worst = worstOf(findings);
  if (worst) return worst;
  return result === "duplicate" && isExcluded ? "excluded" : result;
}

/** Returns the outcome of the findings that somebody has to do something about. */
const worstOf = (findings: readonly OrderFinding[]): DeliveryOutcome | undefined =>
  OPEN_OUTCOMES.find((openOutcome) => findings.some(({ outcome }) => outcome === openOutcome));

/** An order that was deleted in the shop, and the instant at which that became known. */
type DeletedOrder = Fetched & { readonly order_id: string; readonly at: string };

/** Takes a deleted order back: it never took place, whatever is said of it later. */
export async function takeBackShopOrder(
  ledger: LedgerId,
  connection: Connection,
  { order_id, at, ...fetched }: DeletedOrder,
  now: Date,
): Promise<Ending> {
  const news = {
    ...fetched,
    source_id: connection.source_id,
    connection_id: connection.id,
    order_id,
    modified_at: at,
    content: DELETED,
    wanted: { sales: [], refunds: [] },
  };
  const result = await bookOrder(ledger, news, bookingOf(connection, now));
  const outcome = isWaiting(result) ? "unresolved" : result;
  return { order_id, result, outcome, findings: asked(result) };
}
