import { type Exact, ZERO } from "../money/convert.ts";

/**
 * The sum of fractions, exactly. Added in halves and never reduced: the rates of a year make a
 * denominator of thousands of digits, and finding its divisors after every step would take seconds.
 */
export function sumExact(terms: readonly Exact[]): Exact {
  const [first = ZERO] = terms;
  if (terms.length <= 1) return first;
  const half = terms.length >> 1;
  return plus(sumExact(terms.slice(0, half)), sumExact(terms.slice(half)));
}

const plus = (a: Exact, b: Exact): Exact =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };
