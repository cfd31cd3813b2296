import { type Currency, decimalString, exponentOf } from "../../../shared/core/money/money.ts";

/** Formats figures and names for a reader. Amounts are never floating-point numbers. */
export type Formatter = {
  /** An amount with its currency: "€1,234.50". */
  readonly amount: (minor: number, currency: string) => string;
  /** An amount with its currency in whole units, for the ticks of an axis: "€2,000". */
  readonly roundAmount: (minor: number, currency: string) => string;
  /** An amount without its currency, for columns with the currency in their head. */
  readonly plainAmount: (minor: number, currency: string) => string;
  /** A change of an amount, with its sign and currency: "+€87.00". */
  readonly change: (minor: number, currency: string) => string;
  /** A change of an amount with its sign, for columns with the currency in their head. */
  readonly plainChange: (minor: number, currency: string) => string;
  /** A change of a count, with its sign: "+2". */
  readonly countChange: (count: number) => string;
  /** A rate in basis points: 1900 is "19%". */
  readonly rate: (bps: number) => string;
  readonly count: (count: number) => string;
  /** A decimal string, with all the digits that it has: "7.4744". */
  readonly decimal: (text: string) => string;
  /** Whole per cent. */
  readonly percent: (percent: number) => string;
  /** A calendar day from YYYY-MM-DD. */
  readonly day: (day: string) => string;
  /** A day by its distance from today: "tomorrow", "in 2 days". */
  readonly relativeDay: (days: number) => string;
  /** An instant, in the reader's time zone. */
  readonly instant: (instant: string) => string;
  /** A tax period: "Q2 2026", "May 2026". */
  readonly period: (key: string) => string;
  /** The name of a country by its code. */
  readonly country: (code: string) => string;
};

const SIGNED = { signDisplay: "exceptZero" } as const;

/**
 * Builds a formatter.
 * @param northernIreland the translated name of Northern Ireland, whose code XI is unknown to Intl.
 * @param timeZone of instants; by default that of the browser.
 */
export function formatterFor(
  locale: string,
  northernIreland: string,
  timeZone?: string,
): Formatter {
  const counts = new Intl.NumberFormat(locale);
  const signedCounts = new Intl.NumberFormat(locale, SIGNED);
  const percents = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "percent",
    maximumFractionDigits: 2,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const instants = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const months = new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return {
    amount: (minor, currency) =>
      exactly(amountFormat(locale, currency, { style: "currency", currency }), minor, currency),
    roundAmount: (minor, currency) => {
      const style = { style: "currency", currency, maximumFractionDigits: 0 } as const;
      return exactly(numberFormat(locale, style), minor, currency);
    },
    plainAmount: (minor, currency) => exactly(amountFormat(locale, currency), minor, currency),
    change: (minor, currency) => {
      const style = { style: "currency", currency, ...SIGNED } as const;
      return exactly(amountFormat(locale, currency, style), minor, currency);
    },
    plainChange: (minor, currency) =>
      exactly(amountFormat(locale, currency, SIGNED), minor, currency),
    countChange: (count) => withMinus(signedCounts.format(count)),
    rate: (bps) => percents.format(hundredths(bps)),
    count: (count) => counts.format(count),
    decimal: (text) =>
      withMinus(decimalFormat(locale, text).format(text as Intl.StringNumericLiteral)),
    percent: (percent) => percents.format(percent),
    day: (day) => days.format(new Date(day)),
    relativeDay: (days) => relative.format(days, "day"),
    instant: (instant) => instants.format(new Date(instant)),
    period: (key) => periodName(key, months),
    country: countryNames(locale, northernIreland),
  };
}

/** Formats that were built: a page has hundreds of amounts, and to build a format takes longer than to use it. */
const built = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const format = built.get(key) ?? new Intl.NumberFormat(locale, options);
  built.set(key, format);
  return format;
}

/** Builds an amount format with the decimals of ISO 4217; Intl shows no decimals for the forint. */
function amountFormat(locale: string, currency: string, style: Intl.NumberFormatOptions = {}) {
  const digits = exponentOf(currency) ?? 2;
  return numberFormat(locale, {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function decimalFormat(locale: string, text: string): Intl.NumberFormat {
  const digits = text.split(".")[1]?.length ?? 0;
  return numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats an amount through a decimal string, which Intl reads exactly. */
const exactly = (format: Intl.NumberFormat, minor: number, currency: string): string =>
  withMinus(format.format(decimalString(minor, currency as Currency) as Intl.StringNumericLiteral));

/** Replaces the hyphen that Intl writes before negative figures by a minus sign, which is as wide as a plus. */
const withMinus = (figure: string): string => figure.replace("-", "\u2212");

/** Converts basis points to a decimal string, which Intl reads exactly: 2550 becomes "25.50". */
function hundredths(bps: number): Intl.StringNumericLiteral {
  const digits = String(Math.abs(bps)).padStart(3, "0");
  const text = `${bps < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return text as Intl.StringNumericLiteral;
}

function periodName(key: string, months: Intl.DateTimeFormat): string {
  const quarter = /^(\d{4})-(Q[1-4])$/.exec(key);
  return quarter ? `${quarter[2]} ${quarter[1]}` : months.format(new Date(`${key}-01`));
}

/** Converts a code in returns, in which Greece is EL, to ISO 3166-1. */
const isoCodeOf = (code: string): string => (code === "EL" ? "GR" : code);

function countryNames(locale: string, northernIreland: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  return (code) => {
    if (code === "XI") return northernIreland;
    return /^[A-Z]{2}$/.test(code) ? (names.of(isoCodeOf(code)) ?? code) : code;
  };
}
