import { loadAccount } from "../../accounts/store-accounts.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { queueWorker } from "../../platform/queues/queues.ts";
import {
  bookOrder,
  bookWithRefunds,
  type OrderResult,
  type WithRefunds,
} from "../orders/book-order.ts";
import { isOpenOutcome, OPEN_OUTCOMES } from "../orders/open-order.ts";
import { openOrder } from "../orders/open-orders.ts";
import type { Connection } from "./connection.ts";
import type { DeliveryFinding, DeliveryOutcome } from "./delivery.ts";
import { findingsOfRefunds, type OrderRead, readOrder, readRefundsApart } from "./read-order.ts";
import { INBOUND, type InboundWork } from "./receive.ts";
import { loadConnections } from "./store-connections.ts";
import { endDelivery, loadInbound, readMessage } from "./store-inbound.ts";
import { jsonOf, type Message, messageOf } from "./topics.ts";

/** What became of a message. */
type Ending = {
  readonly outcome: DeliveryOutcome;
  readonly findings: readonly DeliveryFinding[];
  readonly order_id?: string;
};

/** Books a message, unless that is done. Repeated after a crash, it books nothing twice. */
async function processDelivery(work: InboundWork, now: Date): Promise<void> {
  const { account, connection_id } = work;
  const delivery = await loadInbound(account, work);
  if (!delivery || (delivery.done_at !== undefined && !work.is_asked_for)) return;
  const { connections } = await loadConnections(account);
  const connection = connections.find((one) => one.id === connection_id);
  const { account_state } = (await loadAccount(account)) ?? {};
  if (!connection || account_state !== undefined) return;
  const on_edit = work.is_asked_for ? "adjust" : connection.on_edit;
  const message = messageOf(
    connection.kind,
    delivery.topic,
    jsonOf(await readMessage(account, work)),
  );
  const ending = message
    ? await endingOf(account, { ...connection, on_edit }, message, now)
    : UNREADABLE;
  await noteOpen(account, connection, message, { ...ending, hash: work.hash }, now);
  await endDelivery(account, work, { ...ending, done_at: now.toISOString() });
}

/** Notes an order that is not booked as the shop has it, so that its return waits for a person. */
async function noteOpen(
  account: string,
  { id, source_id }: Connection,
  message: Message | undefined,
  { outcome, findings, hash }: Ending & { readonly hash: string },
  now: Date,
): Promise<void> {
  if (!message || message.is === "ignored" || !isOpenOutcome(outcome)) return;
  const edit =
    message.is === "order"
      ? { modified_at: message.modified_at }
      : message.is === "refund" && { is_refund: true as const };
  const since = now.toISOString();
  const open = { connection_id: id, outcome, since, ...edit, hash, findings };
  await openOrder(account, { source_id, order_id: message.order_id }, open);
}

const finding = (outcome: string, reason: string, message: string): DeliveryFinding => ({
  outcome,
  reason,
  message,
});

const UNREADABLE: Ending = {
  outcome: "rejected",
  findings: [
    finding(
      "rejected",
      "body_unreadable",
      "This is no message of its topic as the shop writes it.",
    ),
  ],
};

async function endingOf(
  account: string,
  connection: Connection,
  message: Message,
  now: Date,
): Promise<Ending> {
  if (message.is === "ignored") {
    return { outcome: "ignored", findings: [finding("excluded", message.reason, message.why)] };
  }
  const { order_id } = message;
  if (message.is === "deleted")
    return { order_id, ...(await deleted(account, connection, order_id, now)) };
  if (message.is === "refund")
    return { order_id, ...(await refunded(account, connection, message, now)) };
  const read = await readOrder(
    connection,
    { order: message.order, refunds: refundsIn(connection, message.order) },
    now,
  );
  return { order_id, ...(await booked(account, connection, message, read, now)) };
}

/** Shopify sends refunds with their lines in the order; WooCommerce names them only, so that they are fetched. */
function refundsIn({ kind }: Connection, order: unknown): readonly unknown[] | undefined {
  if (kind !== "woocommerce") return [];
  const { refunds } = order as { readonly refunds?: unknown };
  return Array.isArray(refunds) && refunds.length > 0 ? undefined : [];
}

type OrderMessage = Extract<Message, { is: "order" }>;

async function booked(
  account: string,
  connection: Connection,
  { order_id, modified_at }: OrderMessage,
  { wanted, findings, content, isExcluded }: OrderRead,
  now: Date,
): Promise<Ending> {
  if (!wanted) return { outcome: worstOf(findings) ?? "rejected", findings };
  const news = { source_id: connection.source_id, order_id, modified_at, content, wanted };
  const by = { key_id: connection.id, on_edit: connection.on_edit, now };
  const apart = await readRefundsApart(connection, [], now);
  return endingOfBooking(findings, isExcluded, () =>
    apart
      ? bookWithRefunds(account, news, apart, by)
      : bookOrder(account, news, by).then((result) => ({ result, refunds: [] })),
  );
}

type RefundMessage = Extract<Message, { is: "refund" }>;

/** Books a refund that the shop tells separately from its order. */
async function refunded(
  account: string,
  connection: Connection,
  { order_id, refund }: RefundMessage,
  now: Date,
): Promise<Ending> {
  const read = await readRefundsApart(connection, [refund], now);
  if (!read || read.notes.length === 0) {
    const findings = read?.findings ?? [];
    return { outcome: worstOf(findings) ?? "rejected", findings };
  }
  const news = { source_id: connection.source_id, order_id };
  const by = { key_id: connection.id, on_edit: connection.on_edit, now };
  return endingOfBooking(read.findings, true, () => bookWithRefunds(account, news, read, by));
}

async function endingOfBooking(
  findings: readonly DeliveryFinding[],
  isExcluded: boolean,
  book: () => Promise<WithRefunds>,
): Promise<Ending> {
  try {
    const { result, refunds } = await book();
    const all = [...findings, ...findingsOfRefunds(refunds)];
    return { outcome: outcomeOf(result, all, isExcluded), findings: [...all, ...asked(result)] };
  } catch (error) {
    if (!(error instanceof DomainError) || !REJECTIONS.includes(error.code)) throw error;
    const reason = error.code === "event_conflict" ? "event_conflict" : "refused_by_ledger";
    const message = error.details?.[0]?.message ?? error.message;
    return { outcome: "rejected", findings: [...findings, finding("rejected", reason, message)] };
  }
}

const REJECTIONS = ["event_conflict", "invalid_request"];

const asked = (result: OrderResult): DeliveryFinding[] =>
  result === "asked"
    ? [
        finding(
          "unresolved",
          "order_edited",
          "The order was edited after it was booked, and the connection asks before it books an edit.",
        ),
      ]
    : [];

function outcomeOf(
  result: OrderResult,
  findings: readonly DeliveryFinding[],
  isExcluded: boolean,
): DeliveryOutcome {
  if (result === "asked") return "unresolved";
  const worst = worstOf(findings);
  if (worst) return worst;
  return result === "duplicate" && isExcluded ? "excluded" : result;
}

/** Returns the outcome of the findings that somebody has to do something about. */
const worstOf = (findings: readonly DeliveryFinding[]): DeliveryOutcome | undefined =>
  OPEN_OUTCOMES.find((one) => findings.some(({ outcome }) => outcome === one));

/** An order that was deleted in the shop never took place: all of it is taken back, whatever is said of it later. */
async function deleted(
  account: string,
  connection: Connection,
  order_id: string,
  now: Date,
): Promise<Ending> {
  const news = {
    source_id: connection.source_id,
    order_id,
    modified_at: now.toISOString(),
    content: "deleted",
    wanted: { sales: [], refunds: [] },
  };
  const result = await bookOrder(account, news, {
    key_id: connection.id,
    on_edit: connection.on_edit,
    now,
  });
  return { outcome: result === "asked" ? "unresolved" : result, findings: asked(result) };
}

export const inboundWorker = () =>
  queueWorker(INBOUND, (work) => processDelivery(work, new Date()));
