import { type Exact, exponentOf, roundExact } from "../../../core/money/money.ts";

/**
 * The decimals of amounts in Stripe's API that differ from ISO 4217: 100 `isk` are one króna, 1 `mga` is one ariary.
 * https://docs.stripe.com/currencies, "Special cases" and "Zero-decimal currencies".
 */
const STRIPE_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** Converts an amount of Stripe's API into minor units of ISO 4217, exactly. */
export function exactMinor(amount: number, currency: string): Exact {
  const exponent = exponentOf(currency) ?? 0;
  const more = exponent - (STRIPE_DECIMALS[currency] ?? exponent);
  const [factor, denominator] = more < 0 ? [1n, 10n ** BigInt(-more)] : [10n ** BigInt(more), 1n];
  return { numerator: BigInt(amount) * factor, denominator };
}

/**
 * Converts an amount of Stripe's API into minor units of ISO 4217. Prorations and taxes may have fractions of a króna,
 * which has no smaller unit; they are rounded half away from zero.
 */
export const isoMinor = (amount: number, currency: string): number =>
  Number(roundExact(exactMinor(amount, currency)));

/** Writes an amount of Stripe's API as a decimal text. */
export function stripeDecimal(amount: number, currency: string): string {
  const decimals = STRIPE_DECIMALS[currency] ?? exponentOf(currency) ?? 0;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  return `${amount < 0 ? "-" : ""}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ""}`;
}

/**
 * True if an amount was booked in Stripe's minor units, as versions before 2026-11-28 did, so that it is not edited: what
 * was booked so is corrected by a person.
 */
export const isStripeMinor = (booked: number, wanted: number, currency: string): boolean =>
  currency in STRIPE_DECIMALS && isoMinor(booked, currency) === wanted;
