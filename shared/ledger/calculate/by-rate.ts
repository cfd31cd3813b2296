import type { EventType, RateCategory } from "../../vat/schemes/supply-event.ts";
import type { Transaction } from "./transaction-schema.ts";

/** What of a transaction has one rate, as an event books it; minor units. */
type Portion = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory;
  readonly tax_class_id: string | undefined;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * The transaction by rate, highest first. The type of a refund, cancellation or credit note gives the
 * sign, so a transaction that was calculated as a credit is booked with its sign turned round.
 */
export function portionsOf(transaction: Transaction, eventType: EventType): Portion[] {
  const sign = isTurned(transaction, eventType) ? -1 : 1;
  const groups = Map.groupBy(committedPart(transaction), ({ vat_rate_bps }) => vat_rate_bps);
  return [...groups.values()]
    .map((parts) => joined(parts, sign))
    .sort((a, b) => b.vat_rate_bps - a.vat_rate_bps);
}

/** The rates of a transaction, in the order of its portions. */
export const portionRates = (transaction: Transaction): number[] =>
  portionsOf(transaction, "sale").map(({ vat_rate_bps }) => vat_rate_bps);

const isTurned = ({ gross_amount_minor }: Transaction, eventType: EventType): boolean =>
  gross_amount_minor < 0 && eventType !== "sale" && eventType !== "adjustment";

type CommittedPart = Omit<Portion, "rate_category"> & {
  readonly rate_category: RateCategory | null;
};

/** Lines and their shipping as events would book them; a transaction without lines is one. */
function committedPart(transaction: Transaction): CommittedPart[] {
  const { lines, tax_class_id, rate_category, vat_rate_bps } = transaction;
  if (!lines) {
    const rate = { vat_rate_bps: vat_rate_bps ?? 0, rate_category, tax_class_id };
    return [{ ...rate, ...amountsOf(transaction) }];
  }
  return lines.flatMap((line) => {
    const rate = {
      vat_rate_bps: line.vat_rate_bps,
      rate_category: line.rate_category,
      tax_class_id: line.tax_class_id,
    };
    const parts = line.shipping ? [line, line.shipping] : [line];
    return parts.map((part) => ({ ...rate, ...amountsOf(part) }));
  });
}

const amountsOf = (part: { net_amount_minor: number; vat_amount_minor: number }) => ({
  taxable_amount_minor: part.net_amount_minor,
  vat_amount_minor: part.vat_amount_minor,
});

/** Booked VAT is added, never computed anew. A class is named when all parts are of it. */
function joined(parts: readonly CommittedPart[], sign: 1 | -1): Portion {
  const first = parts[0] as CommittedPart;
  const sum = (field: "taxable_amount_minor" | "vat_amount_minor") =>
    parts.reduce((total, part) => total + sign * part[field], 0);
  const isOneClass = parts.every(({ tax_class_id }) => tax_class_id === first.tax_class_id);
  return {
    vat_rate_bps: first.vat_rate_bps,
    // Nothing was charged, or the rate is the caller's own in a country without a known standard rate.
    rate_category: first.rate_category ?? (first.vat_rate_bps === 0 ? "zero" : "standard"),
    tax_class_id: isOneClass ? first.tax_class_id : undefined,
    taxable_amount_minor: sum("taxable_amount_minor"),
    vat_amount_minor: sum("vat_amount_minor"),
  };
}
