import type { EventType, RateCategory } from "../../vat/schemes/supply-event.ts";
import type { Transaction } from "./transaction-schema.ts";

/** The part of a transaction that has one rate, with the amounts of its event in minor units. */
type Portion = {
  readonly vat_rate_bps: number;
  readonly rate_category: RateCategory;
  readonly tax_class_id: string | undefined;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/**
 * Splits a transaction by rate, highest rate first. The type of a refund, cancellation or credit note gives the sign,
 * so the amounts of a transaction calculated as a credit change their sign.
 */
export function portionsOf(transaction: Transaction, eventType: EventType): Portion[] {
  const sign = isTurned(transaction, eventType) ? -1 : 1;
  const groups = Map.groupBy(committedPart(transaction), ({ vat_rate_bps }) => vat_rate_bps);
  return [...groups.values()]
    .map((parts) => joined(parts, sign))
    .sort((a, b) => b.vat_rate_bps - a.vat_rate_bps);
}

/** Returns the rates of a transaction, in the order of its portions. */
export const portionRates = (transaction: Transaction): number[] =>
  portionsOf(transaction, "sale").map(({ vat_rate_bps }) => vat_rate_bps);

const isTurned = ({ gross_amount_minor }: Transaction, eventType: EventType): boolean =>
  gross_amount_minor < 0 && eventType !== "sale" && eventType !== "adjustment";

type CommittedPart = Omit<Portion, "rate_category"> & {
  readonly rate_category: RateCategory | null;
};

/** Returns the lines and their shipping with the amounts of their events. A transaction without lines is one part. */
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

/** Adds the VAT of the parts instead of computing it again. The tax class is set if all parts have the same class. */
function joined(parts: readonly CommittedPart[], sign: 1 | -1): Portion {
  const first = parts[0] as CommittedPart;
  const sum = (field: "taxable_amount_minor" | "vat_amount_minor") =>
    parts.reduce((total, part) => total + sign * part[field], 0);
  const isOneClass = parts.every(({ tax_class_id }) => tax_class_id === first.tax_class_id);
  return {
    vat_rate_bps: first.vat_rate_bps,
    // Without a category, nothing was charged, or the caller gave the rate for a country without a known standard rate.
    rate_category: first.rate_category ?? (first.vat_rate_bps === 0 ? "zero" : "standard"),
    tax_class_id: isOneClass ? first.tax_class_id : undefined,
    taxable_amount_minor: sum("taxable_amount_minor"),
    vat_amount_minor: sum("vat_amount_minor"),
  };
}
