import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { EXCLUSIONS } from "../../imports/formats/reasons.ts";
import {
  type BookedNews,
  bookOrder,
  bookWithRefunds,
  type OrderNews,
  type OrderResult,
  type WithRefunds,
} from "../../imports/orders/book-order.ts";
import {
  DELETED,
  NO_LONGER_PAID,
  OPEN_OUTCOMES,
  type OpenEdit,
  type OrderFinding,
} from "../../imports/orders/open-order.ts";
import { openOrder } from "../../imports/orders/open-orders.ts";
import { salesIn } from "../../imports/orders/order-plan.ts";
import { loadShopOrder } from "../../imports/orders/store-orders.ts";
import { loadAccountSettings } from "../../ledger/settings/store-settings.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import type { Connection } from "./connection.ts";
import type { DeliveryOutcome } from "./delivery.ts";
import {
  contentOf,
  findingsOfRefunds,
  type OrderRead,
  readOrder,
  readRefundsApart,
} from "./read-order.ts";
import { amountOfSales, NOTHING_KNOWN, NOTHING_LEFT, type ShopAmount } from "./shop-amount.ts";

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

/** The message or the entry of a list with an order, and the request to the shop that returned it, if one did. */
type Brought = Pick<OrderNews, "fetched_at" | "run"> & {
  readonly order_id: string;
  /** The name of the stored message, by which a person lets it be booked again. */
  readonly hash: string;
};

export type FoundOrder = Brought & {
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
  const [rates, seller] = await Promise.all([loadVatRates(), loadAccountSettings(ledger)]);
  const booked = isDecided
    ? undefined
    : await bookedSales(ledger, connection, of, { order, refunds });
  const read = await readOrder(connection, { order, refunds, booked }, { rates, seller, now });
  if (read.isOfHome && !isDecided && (await isLeftOut(ledger, connection, of, { order, read }))) {
    return { order_id: of.order_id, outcome: "excluded", findings: [LEFT_OUT] };
  }
  const isClear = refunds !== undefined || read.isExcluded;
  const findings = isClear ? read.findings : [...read.findings, REFUNDS_UNKNOWN];
  const edit: ShopEdit = { ledger, connection, of, findings, now };
  if (!read.wanted) return unbooked(edit, read.amount);
  const wanted = isDecided ? { ...read.wanted, isUnpaid: false } : read.wanted;
  const asks = askerOf(edit, () => read.amount);
  const news = { ...newsOf(edit), ...partsOf(read), modified_at: of.modified_at, wanted, asks };
  const by = bookingOf(connection, now);
  const apart = await readRefundsApart(connection, [], rates, now);
  return endingOfBooking(edit, read, () =>
    apart
      ? bookWithRefunds(ledger, news, apart, by)
      : bookOrder(ledger, news, by).then((result) => ({ result, refunds: [] })),
  );
}

/** Returns the sales of an order that is booked as it is, and whose refunds have become known since. */
async function bookedSales(
  ledger: LedgerId,
  { source_id }: Connection,
  { order_id, modified_at }: Pick<FoundOrder, "order_id" | "modified_at">,
  { order, refunds = [] }: Pick<FoundOrder, "order" | "refunds">,
) {
  if (refunds.length === 0) return undefined;
  const seen = await loadShopOrder(ledger, { source_id, order_id });
  const isSame = seen?.modified_at === modified_at && seen.content === contentOf(order);
  return isSame && seen.booked.length > 0 ? salesIn(seen) : undefined;
}

const LEFT_OUT = finding(
  "excluded",
  "taxed_in_dispatch_country",
  EXCLUSIONS.taxed_in_dispatch_country,
);

/**
 * True if a former version has left out this very order, because it was taxed at home: rules of ours that changed since
 * edit nothing, and its amount may be in the entered turnover.
 */
async function isLeftOut(
  ledger: LedgerId,
  { source_id }: Connection,
  { order_id, modified_at }: Pick<FoundOrder, "order_id" | "modified_at">,
  { order, read }: { readonly order: unknown; readonly read: OrderRead },
): Promise<boolean> {
  const seen = await loadShopOrder(ledger, { source_id, order_id });
  const isSame = [read.content, contentOf(order)].some((content) => content === seen?.content);
  return isSame && seen?.modified_at === modified_at && seen.used.length === 0;
}

/** The news of an order from its shop, and the findings on what cannot be read of them. */
type ShopEdit = {
  readonly ledger: LedgerId;
  readonly connection: Connection;
  readonly of: Brought & Pick<OpenEdit, "is_refund" | "is_deletion"> & { modified_at?: string };
  readonly findings: readonly OrderFinding[];
  readonly now: Date;
};

const newsOf = ({ connection: { id, source_id }, of }: ShopEdit) => ({
  source_id,
  connection_id: id,
  order_id: of.order_id,
  ...(of.fetched_at && { fetched_at: of.fetched_at }),
  ...(of.run && { run: of.run }),
});

const partsOf = ({ content, name }: OrderRead) => ({ content, name });

/** A refund that the shop tells separately from its order. */
type RefundOfShop = Brought & { readonly refund: unknown };

/** Books a refund that the shop tells separately from its order. */
export async function bookShopRefund(
  ledger: LedgerId,
  connection: Connection,
  { refund, ...of }: RefundOfShop,
  now: Date,
): Promise<Ending> {
  const read = await readRefundsApart(connection, [refund], await loadVatRates(), now);
  const { findings = [] } = read ?? {};
  const edit: ShopEdit = { ledger, connection, of: { ...of, is_refund: true }, findings, now };
  if (!read || read.notes.length === 0) return unbooked(edit, NOTHING_KNOWN);
  const asks = askerOf(edit, ({ sales }) => amountOfSales(sales));
  const news = { ...newsOf(edit), asks };
  const by = bookingOf(connection, now);
  return endingOfBooking(edit, { isExcluded: true }, () => bookWithRefunds(ledger, news, read, by));
}

/** Returns the function that builds the open part of an edit, with the amount of its order in the shop. */
const askerOf =
  (edit: ShopEdit, amountOf: (booked: BookedNews) => ShopAmount) =>
  (booked: BookedNews): OpenEdit | undefined =>
    openEdit(edit, findingsAfter(edit, booked), amountOf(booked));

function openEdit(
  { connection, of: { hash, is_refund, is_deletion }, now }: ShopEdit,
  findings: readonly OrderFinding[],
  amount: ShopAmount,
): OpenEdit | undefined {
  const outcome = worstOf(findings);
  return (
    outcome && {
      connection_id: connection.id,
      outcome,
      since: now.toISOString(),
      ...(is_refund && { is_refund }),
      ...(is_deletion && { is_deletion }),
      hash,
      findings,
      ...amount,
    }
  );
}

/** Notes an order of which nothing can be booked, so that its return waits for a person. */
async function unbooked(edit: ShopEdit, amount: ShopAmount): Promise<Ending> {
  const { ledger, connection, of, findings } = edit;
  const { source_id } = connection;
  const { order_id, modified_at } = of;
  const open = openEdit(edit, findings, amount);
  if (open) await openOrder(ledger, { source_id, order_id }, { ...open, modified_at });
  return { order_id, outcome: worstOf(findings) ?? "rejected", findings };
}

export const UNREADABLE = finding(
  "rejected",
  "body_unreadable",
  "This is no order as the shop writes it.",
);

/** Notes an order on which the code itself has failed. */
export const unreadableOrder = (
  ledger: LedgerId,
  connection: Connection,
  of: ShopEdit["of"],
  now: Date,
): Promise<Ending> =>
  unbooked({ ledger, connection, of, findings: [UNREADABLE], now }, NOTHING_KNOWN);

async function endingOfBooking(
  edit: ShopEdit,
  { isExcluded, amount = NOTHING_KNOWN }: Pick<OrderRead, "isExcluded"> & Partial<OrderRead>,
  book: () => Promise<WithRefunds>,
): Promise<Ending> {
  const { order_id } = edit.of;
  try {
    const { result, refunds } = await book();
    const findings = findingsAfter(edit, { result, refunds });
    return { order_id, result, outcome: outcomeOf(result, findings, isExcluded), findings };
  } catch (error) {
    if (!(error instanceof DomainError) || !REJECTIONS.includes(error.code)) throw error;
    const reason = error.code === "event_conflict" ? "event_conflict" : "refused_by_ledger";
    const message = error.details?.[0]?.message ?? error.message;
    const rejected = finding("rejected", reason, message);
    return unbooked({ ...edit, findings: [...edit.findings, rejected] }, amount);
  }
}

const findingsAfter = ({ findings }: ShopEdit, { result, refunds }: WithRefunds) => [
  ...findings,
  ...findingsOfRefunds(refunds),
  ...asked(result),
];

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
    NO_LONGER_PAID,
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
const worstOf = (findings: readonly OrderFinding[]) =>
  OPEN_OUTCOMES.find((openOutcome) => findings.some(({ outcome }) => outcome === openOutcome));

/** An order that was deleted in the shop, and the instant at which that became known. */
type DeletedOrder = Brought & { readonly at: string };

/** Takes a deleted order back: it never took place, whatever is said of it later. */
export async function takeBackShopOrder(
  ledger: LedgerId,
  connection: Connection,
  { at, ...of }: DeletedOrder,
  now: Date,
): Promise<Ending> {
  const edit: ShopEdit = {
    ledger,
    connection,
    of: { ...of, is_deletion: true },
    findings: [],
    now,
  };
  const asks = askerOf(edit, () => NOTHING_LEFT);
  const wanted = { sales: [], refunds: [] };
  const news = { ...newsOf(edit), modified_at: at, content: DELETED, wanted, asks };
  const result = await bookOrder(ledger, news, bookingOf(connection, now));
  const outcome = isWaiting(result) ? "unresolved" : result;
  return { order_id: of.order_id, result, outcome, findings: asked(result) };
}
