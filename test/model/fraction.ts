/** An exact number. The denominator is above zero. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

export const NOTHING: Fraction = { over: 0n, under: 1n };

export const whole = (number: number | bigint): Fraction => ({ over: BigInt(number), under: 1n });

/** A decimal number as it is written: 4.2735 is 42735/10000. */
export function decimal(text: string): Fraction {
  const [before = "", after = ""] = text.split(".");
  return { over: BigInt(before + after), under: 10n ** BigInt(after.length) };
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under };

export const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});

/** Divided by a number above zero. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under,
  under: a.under * b.over,
});

/** The nearest whole number; a half goes away from zero. */
export function rounded({ over, under }: Fraction): number {
  const size = over < 0n ? -over : over;
  const nearest = (2n * size + under) / (2n * under);
  return nearest === 0n ? 0 : Number(over < 0n ? -nearest : nearest);
}
