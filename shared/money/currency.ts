import * as currencies from "dinero.js/currencies";

/** The kuna was legal tender to 2022-12-31, and supplies of that time are still corrected. */
const ENDED = [{ code: "HRK", exponent: 2 }];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  [...Object.values(currencies), ...ENDED].map(({ code, exponent }) => [code, exponent]),
);

/**
 * The decimals of a currency's minor unit by ISO 4217 (EUR 2, JPY 0, KWD 3, HUF 2), or undefined
 * when `currency` is none. Never ask Intl: it follows custom, and says 0 for the forint.
 */
export const exponentOf = (currency: string): number | undefined => EXPONENTS.get(currency);
