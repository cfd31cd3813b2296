import * as z from "zod";
import { sha256Of } from "../../core/hash.ts";
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

/** The reason of an edit that is open because the shop says that a booked order is not paid. */
export const NO_LONGER_PAID = "no_longer_paid";

/** The content of news that an order is no longer in the shop. */
export const DELETED = "deleted";

/**
 * True if news of an order change nothing, because later news are booked.
 * - A deletion has no instant of the shop's own clock, so it is always the latest; only an order that was fetched after
 *   it is there again.
 * - Of two of one instant the one that was fetched stands: it has the refunds that a message only names. Of two messages
 *   of one instant one wins, whatever came first. A file of that instant is judged: what it would change is asked about.
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
  if (news.connection_id === undefined) return false;
  if (news.fetched_at !== undefined) return !isFetchedAfter(news, booked.fetched_at ?? "");
  return booked.fetched_at !== undefined || news.content < booked.content;
}

const isFetchedAfter = ({ fetched_at = "" }: Said, instant: string): boolean =>
  fetched_at > instant;

/** Returns the instant under which news are booked: a deletion is not before the last change, whatever the shop's clock. */
export function instantOf({ content, modified_at }: Said, booked: Said | undefined): string {
  const before = latestOf(booked);
  return content === DELETED && before > modified_at ? before : modified_at;
}

/** Returns the instant of the last edit that is known, booked or open. */
const latestOf = (seen: Pick<Said, "modified_at" | "open"> | undefined): string =>
  [seen?.modified_at ?? "", seen?.open?.modified_at ?? ""].toSorted().at(-1) ?? "";

/** Maximum number of findings of an order that are stored. An order of thousands of lines has the same few reasons. */
const MOST_FINDINGS = 20;

/** The outcomes of an order that a person has to act on, the worst first. */
export const OPEN_OUTCOMES = ["rejected", "unresolved"] as const;
type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

export const isOpenOutcome = (outcome: string | undefined): outcome is OpenOutcome =>
  OPEN_OUTCOMES.some((open) => open === outcome);

/** The part of an edit that cannot be booked as the shop has it. */
export const OpenEdit = z.object({
  connection_id: z.string(),
  outcome: z.enum(OPEN_OUTCOMES),
  since: z.iso.datetime(),
  /** True if it is a refund that came without its order. */
  is_refund: z.literal(true).optional(),
  /** True if the order was deleted in the shop. */
  is_deletion: z.literal(true).optional(),
  /** The stored message with the order. */
  hash: z.string().optional(),
  findings: z.array(OrderFinding).readonly(),
  country: z.string().optional(),
  currency: KnownCurrency.optional(),
  /** The amount in the shop, with VAT and less the refunds in the order; absent if it cannot be read. */
  gross_amount_minor: z.int().optional(),
});
export type OpenEdit = Readonly<z.output<typeof OpenEdit>>;

/** An order that is not booked as the shop has it, until a person decides or the shop sends a readable edit. */
export const OpenOrder = OpenEdit.extend({
  /** The month of its supply; empty without a day. */
  month: z.string(),
  /** The instant of the edit, as the shop states it. */
  modified_at: z.string(),
});
export type OpenOrder = Readonly<z.output<typeof OpenOrder>>;

/** The edit and the message on which a person has decided. */
type Settled = Pick<OpenOrder, "modified_at" | "hash" | "is_deletion"> & {
  /** Hash of the refunds that the shop had told separately; absent without any. */
  readonly notes_hash?: string | undefined;
};

/** An order with its edit that was booked last, and its edit that is open or left as it is. */
type Noted = {
  readonly modified_at: string;
  readonly booked: readonly { readonly event: { readonly supply_date: string } }[];
  readonly open?: OpenOrder | undefined;
  readonly settled?: Settled | undefined;
};

/**
 * True if a person has decided on an edit. It is known by its instant and the refunds that were told separately, whatever
 * messages say it; a refund that has no name by its message; and a deletion has no instant of the shop.
 */
function isSettled(
  edit: OpenOrder,
  notes_hash: string | undefined,
  settled: Settled | undefined,
): boolean {
  if (!settled || settled.is_deletion !== edit.is_deletion) return false;
  if (edit.is_deletion) return true;
  if (settled.modified_at < edit.modified_at) return false;
  if (notes_hash !== undefined) return settled.notes_hash === notes_hash;
  return !edit.is_refund || settled.hash === edit.hash;
}

/** The instant of news, and the part of them that cannot be booked. A file that says nothing of refunds leaves them as before. */
type EditNews = {
  readonly modified_at: string;
  readonly asked: OpenEdit | "as before" | undefined;
  /** The refunds that the shop has told separately. */
  readonly notes?: readonly NamedNote[] | undefined;
};

type NamedNote = { readonly refund_id: string; readonly modified_at: string };

/** Returns the hash of refunds that the shop has told separately; undefined without any. */
export const notesHash = (notes: readonly NamedNote[] = []): string | undefined =>
  notes.length === 0
    ? undefined
    : sha256Of(JSON.stringify(notes.map((note) => [note.refund_id, note.modified_at]).sort()));

/**
 * Returns what of an order waits for a person after news of it. It is open exactly while something of the last edit that is
 * known is not booked as the shop has it, and nobody has decided on that edit.
 */
export function openAfter(
  { modified_at, asked, notes }: EditNews,
  seen: Noted | undefined,
): OpenOrder | undefined {
  const open = seen?.open;
  if (modified_at < latestOf(seen)) return open;
  const isSame = open?.modified_at === modified_at;
  if (asked === "as before") return isSame ? open : undefined;
  if (!asked) return undefined;
  // A retried edit keeps the time it was first seen.
  const since = isSame ? open.since : asked.since;
  const findings = asked.findings.slice(0, MOST_FINDINGS);
  const noted = {
    ...asked,
    since,
    modified_at,
    month: monthOf(asked, seen),
    findings,
  };
  return isSettled(noted, notesHash(notes), seen?.settled) ? undefined : noted;
}

/** Returns the month of an order that cannot be read: of its findings, or of its sale that is booked. */
function monthOf({ findings }: Pick<OpenOrder, "findings">, seen: Noted | undefined): string {
  const days = [
    ...findings.map(({ supply_date }) => supply_date),
    ...(seen?.booked ?? []).map(({ event }) => event.supply_date),
  ];
  return days.find((day) => day !== undefined)?.slice(0, 7) ?? "";
}
