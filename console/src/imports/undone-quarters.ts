import type { Import } from "../../../client/src/eu-vat-client.ts";

/** The amounts that an undo takes out of the returns of a quarter, in one currency. */
export type UndoneQuarter = {
  readonly quarter: string;
  readonly currency: string;
  readonly events: number;
  readonly vat_amount_minor: number;
};

/** Adds up the months of an import by quarter and currency. */
export function undoneQuarters({ months }: Pick<Import, "months">): UndoneQuarter[] {
  const sums = new Map<string, UndoneQuarter>();
  for (const { month, currency, events, vat_amount_minor } of months) {
    const quarter = quarterOf(month);
    const key = `${quarter} ${currency}`;
    const sum = sums.get(key);
    sums.set(key, {
      quarter,
      currency,
      events: (sum?.events ?? 0) + events,
      vat_amount_minor: (sum?.vat_amount_minor ?? 0) + vat_amount_minor,
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

const quarterOf = (month: string): string =>
  `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;
