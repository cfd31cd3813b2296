import { roundExact } from "../../../core/money/convert.ts";
import { naturalKey } from "../natural-key.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type OriginalPart,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { minorUnitsOf } from "../parse-amount.ts";
import { dayIn } from "../parse-date.ts";
import { RowRefusal } from "../row-refusal.ts";
import type { WooSettings } from "./format.ts";
import { allLines, type WooLine, type WooRefund } from "./order.ts";
import { sumsByRate } from "./rates.ts";

/** What a refund says itself. Its currency and its rates are those of its order. */
export type WooRefundDraft = {
  readonly id: string;
  readonly order: string;
  readonly day: string;
  /** Decimal texts, as they came: without the order nobody knows the currency. */
  readonly amount: string;
  readonly lines: readonly WooLine[];
};

export function refundDraft(refund: WooRefund): Correction<WooRefundDraft> {
  const link = refund._links?.up[0]?.href ?? "";
  const order =
    /\/orders\/(\d+)\/?$/.exec(link)?.[1] ??
    (refund.parent_id ? String(refund.parent_id) : undefined);
  if (!order) {
    throw new RowRefusal("missing_value", "_links.up", "The refund does not name its order.");
  }
  const day = dayIn(refund.date_created, ["day-and-time"], "date_created");
  const lines = allLines(refund)
    .map(({ total, total_tax, taxes }) => ({ total, total_tax, taxes }))
    .filter(({ total, total_tax }) => Number(total) !== 0 || Number(total_tax) !== 0);
  const draft = { id: refund.id, order, day, amount: refund.amount, lines };
  return { outcome: "correction", original_key: order, draft, details: { order } };
}

/** The refund as events, by the rates that its order had. */
export function refundOf(
  { draft, details }: Correction<WooRefundDraft>,
  original: Original | undefined,
  settings: WooSettings,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const [first, ...others] = original.parts;
  if (!first) return unresolved("original_not_found", { details });
  const amount = minorUnitsOf(draft.amount, first.currency, "amount");
  if (draft.lines.length > 0) return byLines(draft, amount, original.parts, settings);
  return others.length > 0
    ? unresolved("refund_without_vat_split", { details })
    : event([amountOnly(draft, amount, first, settings)], ["vat_derived"]);
}

/** An amount alone is of the order's only rate, VAT included. */
function amountOnly(
  draft: WooRefundDraft,
  amount: number,
  part: OriginalPart,
  settings: WooSettings,
): ImportedEvent {
  const net = Number(
    roundExact({
      numerator: BigInt(amount) * 10_000n,
      denominator: 10_000n + BigInt(part.vat_rate_bps ?? 0),
    }),
  );
  return refundEvent(draft, part, { net, vat: amount - net }, settings);
}

function byLines(
  draft: WooRefundDraft,
  amount: number,
  parts: readonly OriginalPart[],
  settings: WooSettings,
): RowOutcome {
  const details = { order: draft.order };
  const sums = sumsByRate(draft.lines, parts[0]?.currency ?? "");
  const found = sums?.map(({ rate_id, net, vat }) => ({
    part: parts.find(({ rate_ids = [] }) =>
      rate_id === undefined ? rate_ids.length === 0 : rate_ids.includes(rate_id),
    ),
    net: -net,
    vat: -vat,
  }));
  const total = found?.reduce((sum, { net, vat }) => sum + net + vat, 0);
  const isSplit = found?.every(({ part, net, vat }) => part && net >= 0 && vat >= 0);
  if (!found || !isSplit || total !== amount) {
    return unresolved("refund_without_vat_split", { details });
  }
  return event(
    found.flatMap(({ part, net, vat }) =>
      part ? [refundEvent(draft, part, { net, vat }, settings)] : [],
    ),
  );
}

function refundEvent(
  draft: WooRefundDraft,
  part: OriginalPart,
  { net, vat }: { readonly net: number; readonly vat: number },
  { source_id }: WooSettings,
): ImportedEvent {
  const { event_id: original_event_id, rate_ids: _, ...sold } = part;
  const rate = [part.supply_kind, String(part.vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, draft.order, `r${draft.id}`, ...rate),
    event_type: "refund",
    original_event_id,
    supply_date: draft.day,
    ...sold,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    source_id,
    transaction_id: draft.order,
  };
}
