import { amount, type Cell, count, label } from "../../core/files/csv.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import type { Texts } from "../../core/language.ts";
import { isCurrency } from "../../core/money/money.ts";
import type { BridgeLine, LineCode } from "../../imports/bridge/bridge-line.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import { column, type Paper } from "./paper.ts";

/** The words of the lines, and of their effects. */
const LINES: Readonly<Record<LineCode, Texts>> = {
  in_files: { en: "Amounts in the files", de: "Beträge in den Dateien" },
  repeated: { en: "Repeated, or recorded before", de: "Doppelt oder schon erfasst" },
  no_sale: { en: "No sale, or not paid", de: "Kein Verkauf oder nicht bezahlt" },
  domestic: {
    en: "Domestic, or taxed at the place of dispatch",
    de: "Im Inland oder am Abgangsort besteuert",
  },
  outside_union: {
    en: "Outside the Union or the scope of VAT",
    de: "Außerhalb der Union oder nicht steuerbar",
  },
  business: { en: "To businesses", de: "An Unternehmen" },
  marketplace: { en: "Declared by a marketplace", de: "Von einem Marktplatz erklärt" },
  zero_rated: { en: "Zero-rated or exempt", de: "Nullsatz oder steuerfrei" },
  in_review: { en: "In review", de: "In Prüfung" },
  unresolved: { en: "Not taken, to be clarified", de: "Nicht übernommen, zu klären" },
  without_sale: { en: "Refunds without their sale", de: "Erstattungen ohne ihren Verkauf" },
  other_exclusions: { en: "Left out for other reasons", de: "Aus anderen Gründen nicht enthalten" },
  refunds: { en: "Refunds and corrections", de: "Erstattungen und Berichtigungen" },
  committed: { en: "Committed by the import", de: "Durch den Import gebucht" },
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

const SIGNS: Readonly<Record<BridgeLine["sign"], string>> = { plus: "+", minus: "−", equals: "=" };

/** Lists the lines from the files of shops to the return, a row for each currency; of an older lock there are none. */
export function bridgeSheet(paper: Paper, { lines }: StoredBridge): Sheet {
  return {
    name: paper.say("sheet_bridge"),
    columns: [
      column(paper, "effect", 8),
      column(paper, "line", 48),
      column(paper, "rows_or_events", 16),
      column(paper, "currency", 10),
      column(paper, "gross", 22),
      column(paper, "taxable", 22),
      column(paper, "vat", 22),
    ],
    lines: lines.flatMap((line) => cellsOf(paper, line)),
  };
}

function cellsOf({ context }: Paper, line: BridgeLine): Cell[][] {
  const place = [
    label(SIGNS[line.sign]),
    label(LINES[line.code][context.language]),
    count(line.count),
  ];
  if (line.amounts.length === 0) return [place];
  return line.amounts.map(({ currency, ...money }) => [
    ...place,
    label(currency),
    ...[money.gross_amount_minor, money.taxable_amount_minor, money.vat_amount_minor].map(
      (minor) => (minor === null || !isCurrency(currency) ? label(null) : amount(minor, currency)),
    ),
  ]);
}
