import type { Language, Texts } from "../../core/language.ts";
import type { BridgeAmount, BridgeLine, LineCode } from "./bridge-line.ts";

/** The words of the lines. */
const LINES: Readonly<Record<LineCode, Texts>> = {
  in_files: { en: "Amounts in the files", de: "Beträge in den Dateien" },
  repeated: { en: "Repeated, or recorded before", de: "Doppelt oder schon erfasst" },
  no_sale: { en: "No sale, or not paid", de: "Kein Verkauf oder nicht bezahlt" },
  domestic: {
    en: "Domestic sales, or taxed at the place of dispatch",
    de: "Inlandsumsätze, oder am Abgangsort besteuert",
  },
  outside_union: {
    en: "Outside the Union or the scope of VAT",
    de: "Außerhalb der Union oder nicht steuerbar",
  },
  business: { en: "Business customers (reverse charge)", de: "Geschäftskunden (Reverse Charge)" },
  marketplace: { en: "Declared by a marketplace", de: "Von einem Marktplatz erklärt" },
  zero_rated: { en: "Zero-rated or exempt", de: "Nullsatz oder steuerfrei" },
  in_review: { en: "In review", de: "In Prüfung" },
  unresolved: { en: "Not taken, to be clarified", de: "Nicht übernommen, zu klären" },
  without_sale: { en: "Refunds without their sale", de: "Erstattungen ohne ihren Verkauf" },
  other_exclusions: { en: "Left out for other reasons", de: "Aus anderen Gründen nicht enthalten" },
  refunds: { en: "Refunds and corrections", de: "Erstattungen und Berichtigungen" },
  committed: { en: "Taken from the files", de: "Aus den Dateien übernommen" },
  recorded_otherwise: {
    en: "Recorded in other ways, less what other returns count",
    de: "Anders erfasst, abzüglich der Vorgänge anderer Erklärungen",
  },
  recorded: { en: "Recorded for the period", de: "Für den Zeitraum erfasst" },
  late_changes: {
    en: "Late changes of locked returns",
    de: "Spätere Änderungen festgeschriebener Erklärungen",
  },
  conversion: { en: "Conversion, and rounding of rows", de: "Umrechnung und Rundung der Zeilen" },
  in_return: { en: "In the return", de: "In der Erklärung" },
  negative_balances: {
    en: "Balances below zero, not set off",
    de: "Negative Salden, nicht verrechnet",
  },
  payable: { en: "Total payable", de: "Zahlbetrag" },
};

export const SIGNS: Readonly<Record<BridgeLine["sign"], string>> = {
  plus: "+",
  minus: "−",
  equals: "=",
};

/** Returns the words of a line: "Business customers (reverse charge)". */
export const lineWord = (code: LineCode, language: Language): string => LINES[code][language];

/** Returns the effect of a line and its words: "− Business customers (reverse charge)". */
export const lineInWords = (
  { code, sign }: Pick<BridgeLine, "code" | "sign">,
  language: Language,
): string => `${SIGNS[sign]} ${lineWord(code, language)}`;

/** A line in one of its currencies, counted from 0; a line without an amount has none. */
export type ShownLine = {
  readonly line: BridgeLine;
  readonly at: number;
  readonly amount: BridgeAmount | undefined;
};

/** Returns a row for each currency of each line. */
export const inCurrencies = (lines: readonly BridgeLine[]): ShownLine[] =>
  lines.flatMap((line) => {
    const [first, ...others] = line.amounts;
    return [first, ...others].map((amount, at) => ({ line, at, amount }));
  });
