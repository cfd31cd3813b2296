import {
  type Correction,
  excluded,
  type ImportedEvent,
  type Original,
  type RowOutcome,
} from "../formats/outcome.ts";
import type { RowFacts } from "../formats/row-facts.ts";
import { standingPart } from "./judge-refund.ts";

/** The outcome of a refund that cannot be read, whatever its order. */
export type UnreadRefund = Extract<RowOutcome, { outcome: "unresolved" | "rejected" }>;

/** A refund that the shop reports separately from its order, such as a credit note. */
export type RefundNote = {
  readonly refund_id: string;
  readonly modified_at: string;
  /** The refunded amounts; absent if the shop has withdrawn the refund, or it cannot be read. */
  readonly correction?: Correction | undefined;
  readonly unread?: UnreadRefund | undefined;
  /** The day and the facts by which a person finds the refund in the shop. */
  readonly day?: string | undefined;
  readonly facts?: RowFacts | undefined;
};

/** The outcome of a refund, once its order is known. */
export type RefundOutcome = { readonly note: RefundNote; readonly outcome: RowOutcome };

/** The refunds that a shop reports separately from their order, and the function that completes them from the order. */
export type RefundsApart = {
  readonly notes: readonly RefundNote[];
  readonly resolve: (correction: Correction, original: Original | undefined) => RowOutcome;
};

/**
 * Adds notes to those of an order. For each refund the later note wins, and of one instant one that can be read over one that cannot.
 * Returns `before` itself if nothing is new.
 */
export function withNotes(
  before: readonly RefundNote[],
  news: readonly RefundNote[],
): readonly RefundNote[] {
  const notes = new Map(before.map((note) => [note.refund_id, note]));
  for (const note of news) {
    const known = notes.get(note.refund_id);
    const isReadNow = known?.unread && !note.unread && known.modified_at === note.modified_at;
    if (!known || isReadNow || known.modified_at < note.modified_at) {
      notes.set(note.refund_id, note);
    }
  }
  const after = [...notes.values()];
  const isSame = after.length === before.length && after.every((note, n) => note === before[n]);
  return isSame ? before : after;
}

/** The known state of the order of refunds: its booked sales, or that it makes no event. */
export type KnownOrder = { readonly sales: readonly ImportedEvent[]; readonly isKnown: boolean };

/** Fills in missing fields of pending refunds from the sales of their order. */
export function outcomesOf(
  { resolve }: Pick<RefundsApart, "resolve">,
  notes: readonly RefundNote[],
  order: KnownOrder,
): readonly RefundOutcome[] {
  const original = originalOf(order);
  const isLeftOut = original !== undefined && "left_out" in original;
  return notes.flatMap((note) => {
    const unread = note.unread && isLeftOut ? excluded("original_left_out") : note.unread;
    const outcome = note.correction ? resolve(note.correction, original) : unread;
    return outcome ? [{ note, outcome }] : [];
  });
}

function originalOf({ sales, isKnown }: KnownOrder): Original | undefined {
  if (sales.length > 0) return { parts: sales.map((event) => standingPart(event)) };
  return isKnown ? { left_out: true } : undefined;
}
