import type { DueReturn } from "../../../client/src/eu-vat-client.ts";

/** Number of returns in the picture: two years of quarters. */
const SHOWN = 8;

/** A return whose VAT is known. */
export type KnownReturn = DueReturn & {
  readonly payable_vat_minor: number;
  readonly return_currency: string;
};

/** The schemes in the order in which they are looked for. */
const SCHEMES: readonly DueReturn["scheme_type"][] = ["union_oss", "non_union_oss", "ioss"];

/** Returns the returns of the first scheme that has some whose VAT is known, the oldest first. */
export function knownReturns(returns: readonly DueReturn[]): KnownReturn[] {
  const known = returns.filter(
    (dueReturn): dueReturn is KnownReturn =>
      dueReturn.payable_vat_minor !== null && dueReturn.return_currency !== null,
  );
  const scheme = SCHEMES.find((id) => known.some(({ scheme_type }) => scheme_type === id));
  return known
    .filter(({ scheme_type }) => scheme_type === scheme)
    .toSorted((one, other) => (one.period_key < other.period_key ? -1 : 1));
}

/** Returns the last ones, which the picture shows. */
export const shownReturns = (known: readonly KnownReturn[]): KnownReturn[] => known.slice(-SHOWN);

/** Returns the return of a year before; undefined where it is not known, or is in another currency. */
export function yearBefore(
  { period_key, return_currency }: DueReturn,
  all: readonly KnownReturn[],
): KnownReturn | undefined {
  const [year = "", name] = period_key.split("-");
  const [only, ...others] = all.filter(
    (known) =>
      known.period_key === `${Number(year) - 1}-${name}` &&
      known.return_currency === return_currency,
  );
  return others.length === 0 ? only : undefined;
}
