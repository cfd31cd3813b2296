/** Amounts in minor units at one rate. */
export type Amounts = { readonly net: number; readonly vat: number };

/** Amounts by rate in basis points. */
export type Sums = ReadonlyMap<number, Amounts>;

const NOTHING: Amounts = { net: 0, vat: 0 };
const at = (sums: Sums, rate: number): Amounts => sums.get(rate) ?? NOTHING;
const grossOf = ({ net, vat }: Amounts): number => net + vat;
const total = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Adds amounts up by rate, and leaves out what comes to nothing. */
export function sumsOf(parts: readonly (readonly [rate: number, amounts: Amounts])[]): Sums {
  const sums = new Map<number, Amounts>();
  for (const [rate, { net, vat }] of parts) {
    const before = at(sums, rate);
    sums.set(rate, { net: before.net + net, vat: before.vat + vat });
  }
  return new Map([...sums].filter(([, { net, vat }]) => net !== 0 || vat !== 0));
}

/** Returns what is to be added to `booked`, so that it becomes `wanted`; amounts to be taken back are negative. */
export const difference = (wanted: Sums, booked: Sums): Sums =>
  sumsOf([
    ...wanted,
    ...[...booked].map(([rate, { net, vat }]) => [rate, { net: -net, vat: -vat }] as const),
  ]);

/** A refund that was paid out, with the gross value of the lines that it names, by rate. */
export type PaidBack = { readonly total: number; readonly named: ReadonlyMap<number, number> };

/**
 * Returns what stands of an order: its amounts as the shop has them now, less the refunds that no cancelled line
 * explains. A line that is cancelled and paid back was taken back once, not twice.
 */
export function standing(sold: Sums, now: Sums, refunds: readonly PaidBack[]): Sums {
  const cancelled = new Map(
    [...sold].map(([rate, amounts]) => [
      rate,
      Math.max(0, grossOf(amounts) - grossOf(at(now, rate))),
    ]),
  );
  const paidBack = total(refunds.map((refund) => refund.total));
  const beyond = Math.max(0, paidBack - total([...cancelled.values()]));
  const rates = [...now.keys()];
  const left = rates.map((rate) => Math.max(0, grossOf(at(now, rate))));
  const named = rates.map((rate) => {
    const gross = total(refunds.map((refund) => refund.named.get(rate) ?? 0));
    return Math.max(0, gross - (cancelled.get(rate) ?? 0));
  });
  const parts = split(Math.min(beyond, total(left)), named, left);
  return sumsOf(rates.map((rate, n) => [rate, lessGross(at(now, rate), parts[n] ?? 0)]));
}

/** Takes a gross amount off, with net and VAT in the ratio of the amounts. */
function lessGross(amounts: Amounts, gross: number): Amounts {
  if (gross === 0) return amounts;
  const left = grossOf(amounts) - gross;
  const vat = Math.round((amounts.vat * left) / grossOf(amounts));
  return { net: left - vat, vat };
}

/**
 * Splits an amount in proportion to weights, none above its limit; what then remains goes to the limits that are not
 * reached. The limits add up to the amount at least.
 */
export function split(
  amount: number,
  weights: readonly number[],
  limits: readonly number[],
): number[] {
  const first = shares(Math.min(amount, total(weights)), weights);
  const parts = first.map((part, n) => Math.min(part, limits[n] ?? 0));
  const room = limits.map((limit, n) => limit - (parts[n] ?? 0));
  const rest = shares(amount - total(parts), room);
  return parts.map((part, n) => part + (rest[n] ?? 0));
}

/** Splits an amount in proportion to weights by the largest remainder. */
function shares(amount: number, weights: readonly number[]): number[] {
  const whole = total(weights);
  if (whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (amount * weight) / whole);
  const parts = exact.map(Math.floor);
  const order = [...exact.keys()].sort(
    (a, b) => (exact[b] ?? 0) - (parts[b] ?? 0) - ((exact[a] ?? 0) - (parts[a] ?? 0)) || a - b,
  );
  for (const n of order.slice(0, amount - total(parts))) parts[n] = (parts[n] ?? 0) + 1;
  return parts;
}
