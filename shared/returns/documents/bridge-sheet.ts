import { amount, type Cell, count, label, note } from "../../core/files/csv.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import { isCurrency } from "../../core/money/money.ts";
import { inCurrencies, lineWord, type ShownLine, SIGNS } from "../../imports/bridge/shown-lines.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import { column, type Paper } from "./paper.ts";

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
    lines: inCurrencies(lines).map((row) => cellsOf(paper, row)),
  };
}

function cellsOf({ context }: Paper, { line, amount: money }: ShownLine): Cell[] {
  const words = lineWord(line.code, context.language);
  const place = [label(SIGNS[line.sign]), note(words), count(line.count)];
  if (!money) return place;
  const { currency } = money;
  return [
    ...place,
    label(currency),
    ...[money.gross_amount_minor, money.taxable_amount_minor, money.vat_amount_minor].map(
      (minor) => (minor === null || !isCurrency(currency) ? label(null) : amount(minor, currency)),
    ),
  ];
}
