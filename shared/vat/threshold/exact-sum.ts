import { type Exact, ZERO } from "../../core/money/convert.ts";

/**
 * The sum of fractions, exactly. Those of one denominator are added first: days without a new rate, and
 * all that is in euro. The others are added in halves and never reduced: the rates of a year make a
 * denominator of thousands of digits, and finding its divisors after every step would take seconds.
 */
export function sumExact(terms: readonly Exact[]): Exact {
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of terms) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  }
  return inHalves([...numerators].map(([denominator, numerator]) => ({ numerator, denominator })));
}

function inHalves(terms: readonly Exact[]): Exact {
  const [first = ZERO] = terms;
  if (terms.length <= 1) return first;
  const half = terms.length >> 1;
  return plus(inHalves(terms.slice(0, half)), inHalves(terms.slice(half)));
}

const plus = (a: Exact, b: Exact): Exact => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
