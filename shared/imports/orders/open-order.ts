import * as z from "zod";
import { KnownCurrency } from "../../core/input/fields.ts";

/** A reason why an order is not booked, or is booked with a remark. */
export const OrderFinding = z.object({
  outcome: z.string(),
  reason: z.string(),
  message: z.string(),
  column: z.string().optional(),
  value: z.string().optional(),
  order_id: z.string().optional(),
  supply_date: z.string().optional(),
  country: z.string().optional(),
  currency: KnownCurrency.optional(),
  gross_amount_minor: z.int().optional(),
});
export type OrderFinding = Readonly<z.output<typeof OrderFinding>>;

/** The news of an order, with their instants. */
type Said = {
  /** The instant of the shop's last change. Instants of one shop are texts of one form, in the order of time. */
  readonly modified_at: string;
  readonly content: string;
  readonly connection_id?: string | undefined;
  /** The instant at which the shop was asked; absent if it sent the news by itself. */
  readonly fetched_at?: string | undefined;
  /** The edit that waits for a person. */
  readonly open?: { readonly modified_at: string } | undefined;
};

/** The content of news that an order is no longer in the shop. */
export const DELETED = "deleted";

/**
 * True if news of an order change nothing, because later news are booked.
 * - A deletion has no instant of the shop's own clock, so it is always the latest; only an order that was fetched after
 *   it is there again.
 * - Of two of one instant the one that was fetched stands: it has the refunds that a message only names. Of two messages
 *   of one instant one wins, whatever came first.
 * - An open edit is tried again: the settings of its connection may have changed.
 */
export function isOld(news: Said, booked: Said): boolean {
  const isSame = news.content === booked.content;
  if (news.content === DELETED) return isSame;
  if (news.modified_at === booked.modified_at && booked.open?.modified_at === news.modified_at) {
    return false;
  }
  if (isSame && news.modified_at === booked.modified_at) {
    return news.connection_id === booked.connection_id;
  }
  if (booked.content === DELETED && isFetchedAfter(news, booked.modified_at)) return false;
  if (news.modified_at !== booked.modified_at) return news.modified_at < booked.modified_at;
  if (news.fetched_at !== undefined) return !isFetchedAfter(news, booked.fetched_at ?? "");
  return booked.fetched_at !== undefined || news.content < booked.content;
}

const isFetchedAfter = ({ fetched_at = "" }: Said, instant: string): boolean =>
  fetched_at > instant;

/** Returns the instant under which news are booked: a deletion is not before the last change, whatever the shop's clock. */
export function instantOf({ content, modified_at }: Said, booked: Said | undefined): string {
  const before = booked?.modified_at ?? "";
  return content === DELETED && before > modified_at ? before : modified_at;
}

/** Maximum number of findings of an order that are stored. An order of thousands of lines has the same few reasons. */
export const MOST_FINDINGS = 20;

/** The outcomes of an order that a person has to act on, the worst first. */
export const OPEN_OUTCOMES = ["rejected", "unresolved"] as const;
type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

export const isOpenOutcome = (outcome: string | undefined): outcome is OpenOutcome =>
  OPEN_OUTCOMES.some((open) => open === outcome);

/** An order that is not booked as the shop has it, until a person decides or the shop sends a readable edit. */
export const OpenOrder = z.object({
  connection_id: z.string(),
  outcome: z.enum(OPEN_OUTCOMES),
  /** The month of its supply; empty without a day. */
  month: z.string(),
  since: z.iso.datetime(),
  /** The instant of the edit, as the shop states it. */
  modified_at: z.string(),
  /** True if it is a refund that came without its order. */
  is_refund: z.literal(true).optional(),
  /** The stored message with the order; absent if it was fetched. */
  hash: z.string().optional(),
  findings: z.array(OrderFinding).readonly(),
});
export type OpenOrder = Readonly<z.output<typeof OpenOrder>>;

/** An order with its edit that was booked last, and its edit that is open or left as it is. */
type Noted = {
  readonly modified_at: string;
  readonly open?: OpenOrder | undefined;
  readonly settled?: Settled | undefined;
};

/** The edit and the message on which a person has decided. */
type Settled = { readonly modified_at: string; readonly hash?: string | undefined };

/** An edit is known by its instant, whatever messages say it. Refunds that come alone are known by their messages. */
const isSettled = (
  { modified_at, hash, is_refund }: OpenOrder,
  settled: Settled | undefined,
): boolean =>
  settled !== undefined &&
  settled.modified_at >= modified_at &&
  (!is_refund || settled.hash === hash);

/** True if an edit is to be noted as open: no later edit is known, and nobody has decided on this one. */
export const isNews = (open: OpenOrder, seen: Noted | undefined): boolean =>
  seen === undefined ||
  (seen.modified_at <= open.modified_at &&
    (seen.open?.modified_at ?? "") <= open.modified_at &&
    !isSettled(open, seen.settled));

type BookedEdit = {
  readonly modified_at: string;
  /** True if something of the edit cannot be booked. */
  readonly is_open?: boolean | undefined;
};

/** Returns what stays open when an edit is booked: a later edit, or the same one where something of it stays open. */
export const openAfter = (
  { modified_at, is_open = false }: BookedEdit,
  open: OpenOrder | undefined,
): OpenOrder | undefined => {
  if (!open || open.modified_at < modified_at) return undefined;
  return open.modified_at > modified_at || is_open ? open : undefined;
};
