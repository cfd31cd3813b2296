import { decimalString, percentString } from "../../core/money/decimal-string.ts";

/** What stands between units and cents, by country. */
export type DecimalSign = "." | ",";

/** Minor units of a currency with two decimals: 4800 is 48.00 or 48,00. */
export const amountText = (minor: number, sign: DecimalSign = "."): string =>
  decimalString(minor, "EUR").replace(".", sign);

/** A rate with two decimals: 550 is 5.50 or 5,50. */
export const rateText = (rate_bps: number, sign: DecimalSign = "."): string =>
  percentString(rate_bps).replace(".", sign);
