import { fitsRate } from "../by-rate.ts";
import { naturalKey } from "../natural-key.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type OriginalPart,
  type RowOutcome,
  rejected,
  unresolved,
} from "../outcome.ts";
import { dayOfCreditNote, type StripeCreditNote } from "./documents.ts";
import type { StripeInvoicesSettings } from "./format.ts";
import { type NoSums, sumsOfTotals, type TaxSum } from "./tax-sums.ts";

/** The amounts that a credit note refunds. Its place, kind and rates are those of its invoice. */
export type CreditNoteDraft = {
  readonly id: string;
  readonly order: string;
  readonly day: string;
  readonly currency: string;
  readonly sums: readonly TaxSum[] | NoSums;
};

/** Reads what a credit note says by itself. */
export function creditNoteOutcome(
  note: StripeCreditNote,
  { supply_kind, time_zone }: StripeInvoicesSettings,
): RowOutcome | Correction<CreditNoteDraft> {
  if (!note.livemode) return excluded("test_order");
  if (note.status === "void") return excluded("voided");
  if (note.total === 0) return excluded("nothing_charged");
  const draft = {
    id: note.id,
    order: note.invoice,
    day: dayOfCreditNote(note, time_zone),
    currency: note.currency,
    sums: sumsOfTotals(note, supply_kind, note.lines?.data.length ?? 1),
  };
  const details = { order: note.invoice };
  return { outcome: "correction", original_key: note.invoice, draft, details };
}

/** Builds the refunds of a credit note by the rates of its invoice. */
export function refundOfInvoice(
  { draft, details }: Correction<CreditNoteDraft>,
  original: Original | undefined,
  { source_id }: StripeInvoicesSettings,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const { sums, currency } = draft;
  if (original.parts.some((part) => part.currency !== currency)) {
    const message = "The credit note is in another currency than its invoice.";
    return rejected({ reason: "invalid_value", column: "currency", message });
  }
  if (typeof sums === "string" || sums.length === 0) {
    return unresolved("refund_without_vat_split", { details });
  }
  const given = new Map<OriginalPart, Amounts>();
  for (const sum of sums) {
    const part = partOf(sum, original.parts);
    if (!part) return unresolved("refund_without_vat_split", { details });
    const { net, vat } = given.get(part) ?? { net: 0, vat: 0 };
    given.set(part, { net: net + sum.net, vat: vat + sum.vat });
  }
  return event([...given].map(([part, amounts]) => refundEvent(draft, part, amounts, source_id)));
}

type Amounts = { readonly net: number; readonly vat: number };

/** Returns the only part of the invoice whose rate gives the VAT of a sum. */
function partOf(
  { net, vat, roundings }: TaxSum,
  parts: readonly OriginalPart[],
): OriginalPart | undefined {
  const fitting = parts.filter(({ vat_rate_bps = 0 }) =>
    fitsRate(net, vat, vat_rate_bps, roundings),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function refundEvent(
  { id, order, day }: CreditNoteDraft,
  part: OriginalPart,
  { net, vat }: Amounts,
  source_id: string,
): ImportedEvent {
  const { event_id: original_event_id, rate_ids: _, ...sold } = part;
  const rate = [part.supply_kind, String(part.vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, order, `r${id}`, ...rate),
    event_type: "refund",
    original_event_id,
    supply_date: day,
    ...sold,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    source_id,
    transaction_id: order,
  };
}
