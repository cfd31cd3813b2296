import type { IsoDate } from "../../../core/calendar/iso-date.ts";
import { ratesInForce } from "../../../vat/reference-data/vat-rates.ts";
import { minorUnitsOf } from "../parse-amount.ts";
import type { WooLine, WooOrder } from "./order.ts";

/** The lines of one rate, named by the shop's number; without a number they carry no tax. */
export type RateSum = {
  readonly rate_id: number | undefined;
  readonly net: number;
  readonly vat: number;
};

/** The one rate of a line; undefined when it carries none, null when several. */
function rateIdOf({ taxes }: WooLine): number | undefined | null {
  const charged = taxes.filter(({ total }) => Number(total ?? 0) !== 0);
  return charged.length > 1 ? null : charged[0]?.id;
}

/**
 * Lines of an order or refund added up by rate.
 * @returns undefined when a line carries several taxes
 */
export function sumsByRate(
  lines: readonly WooLine[],
  currency: string,
): readonly RateSum[] | undefined {
  const sums = new Map<number | undefined, { net: number; vat: number }>();
  for (const line of lines) {
    const rate_id = rateIdOf(line);
    if (rate_id === null) return undefined;
    const sum = sums.get(rate_id) ?? { net: 0, vat: 0 };
    sums.set(rate_id, {
      net: sum.net + minorUnitsOf(line.total, currency, "total"),
      vat: sum.vat + minorUnitsOf(line.total_tax, currency, "total_tax"),
    });
  }
  return [...sums]
    .map(([rate_id, sum]) => ({ rate_id, ...sum }))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);
}

/** What the order's own total of VAT has more than its lines goes to the rate with the most of it. */
export function withDifference(sums: readonly RateSum[], total_vat: number): readonly RateSum[] {
  const difference = total_vat - sums.reduce((sum, { vat }) => sum + vat, 0);
  const most = sums.toSorted((a, b) => Math.abs(b.vat) - Math.abs(a.vat))[0];
  return sums.map((sum) => (sum === most ? { ...sum, vat: sum.vat + difference } : sum));
}

/**
 * The rate behind a sum: as the shop says, or else the one in force that is nearest to VAT / net.
 * @returns undefined when no rate can be told
 */
export function rateBehind(
  { rate_id, net, vat }: RateSum,
  { tax_lines }: WooOrder,
  state: string,
  day: IsoDate,
): { readonly vat_rate_bps: number; readonly isDerived: boolean } | undefined {
  if (rate_id === undefined) return vat === 0 ? { vat_rate_bps: 0, isDerived: false } : undefined;
  const percent = tax_lines.find((line) => line.rate_id === rate_id)?.rate_percent;
  if (percent !== undefined && percent !== null) {
    return { vat_rate_bps: Math.round(percent * 100), isDerived: false };
  }
  if (net === 0) return undefined;
  const charged = (vat * 10_000) / net;
  const nearest = [...(ratesInForce(state, day) ?? [])].toSorted(
    (a, b) => Math.abs(a - charged) - Math.abs(b - charged),
  )[0];
  return nearest === undefined ? undefined : { vat_rate_bps: nearest, isDerived: true };
}
