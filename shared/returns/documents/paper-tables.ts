import { type Cell, day, decimal, label, percentage } from "../../core/files/cells.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import { type ChangedLines, changedLines, placeOfLine } from "../locks/changed-lines.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import type { CorrectionRow, LateChange, ReturnRow } from "../schema.ts";
import { column, type FigureLine, figureSheet, type Paper, yesOrNo } from "./paper.ts";

const placeColumns = (paper: Paper) => [
  column(paper, "section", 10),
  column(paper, "state", 14),
  column(paper, "kind", 16),
  column(paper, "from", 14),
  column(paper, "category", 14),
  column(paper, "rate_pct", 12),
];

/** Returns the cells that place a row in the return. */
const placeOf = ({ word }: Paper, row: Omit<ReturnRow, "event_count">): Cell[] => [
  label(row.section),
  label(row.member_state_of_consumption),
  label(word(row.supply_kind)),
  label(row.from_member_state),
  label(word(row.rate_category)),
  percentage(row.vat_rate_bps),
];

/** Lists part 2 of the return. */
export const rowSheet = (paper: Paper): Sheet =>
  figureSheet(paper, {
    name: "sheet_rows",
    place: placeColumns(paper),
    figures: [
      ["taxable", "amount"],
      ["vat", "amount"],
      ["events", "count"],
    ],
    lines: paper.drawn.report.rows.map((row) => ({
      place: placeOf(paper, row),
      figures: [row.taxable_amount_minor, row.vat_amount_minor, row.event_count],
    })),
  });

/** Lists part 3 of the return, with the late changes of locked returns that it contains. */
export const correctionSheet = (paper: Paper): Sheet =>
  figureSheet(paper, {
    name: "sheet_corrections",
    place: [column(paper, "corrected", 13), column(paper, "state", 14)],
    figures: [
      ["taxable", "amount"],
      ["vat", "amount"],
      ["events", "count"],
      ["late_taxable", "amount"],
      ["late_vat", "amount"],
      ["late_events", "count"],
    ],
    lines: correctionLines(paper),
  });

/** Returns the corrections; one that its late change cancels out is not declared, but listed. */
function correctionLines({ drawn }: Paper): FigureLine[] {
  const { corrections, late_changes } = drawn.report;
  const lines = new Map<string, { declared?: CorrectionRow; late?: LateChange }>();
  for (const declared of corrections) lines.set(keyOf(declared), { declared });
  for (const late of late_changes) lines.set(keyOf(late), { ...lines.get(keyOf(late)), late });
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { declared, late }]) => ({
      place: correctionPlace((declared ?? late) as CorrectionRow | LateChange),
      figures: [
        declared?.taxable_amount_minor ?? 0,
        declared?.vat_amount_minor ?? 0,
        declared?.event_count ?? 0,
        late?.taxable_amount_minor ?? 0,
        late?.vat_amount_minor ?? 0,
        late?.event_count_difference ?? 0,
      ],
    }));
}

type CorrectionKey = Pick<LateChange, "original_period" | "member_state_of_consumption">;

const keyOf = (one: CorrectionKey): string =>
  `${one.original_period} ${one.member_state_of_consumption}`;

const correctionPlace = (one: CorrectionKey): Cell[] => [
  label(one.original_period),
  label(one.member_state_of_consumption),
];

/** Lists the balance of each Member State of consumption; a negative balance is not set off against others. */
export function balanceSheet(paper: Paper): Sheet {
  const { balances } = paper.drawn.report;
  return figureSheet(paper, {
    name: "sheet_balances",
    place: [column(paper, "state", 30)],
    figures: [
      ["current_vat", "amount"],
      ["correction_vat", "amount"],
      ["balance", "amount"],
      ["payable", "amount"],
    ],
    rest: [column(paper, "in_total", 12)],
    lines: balances.map((one) => ({
      place: [label(one.member_state_of_consumption)],
      figures: [
        one.current_vat_minor,
        one.correction_vat_minor,
        one.payable_vat_minor,
        one.included_in_grand_total ? one.payable_vat_minor : 0,
      ],
      rest: [yesOrNo(paper, one.included_in_grand_total)],
    })),
  });
}

/** Lists the rates of the conversion, each through the euro. */
export const rateSheet = (paper: Paper): Sheet => ({
  name: paper.say("sheet_rates"),
  columns: [
    column(paper, "converted", 15),
    column(paper, "currency", 10),
    column(paper, "per_euro", 14),
    column(paper, "published", 16),
  ],
  isFiltered: true,
  lines: paper.drawn.report.exchange_rates.map((rate) => [
    label(rate.period),
    label(rate.currency),
    decimal(rate.rate),
    day(rate.date),
  ]),
});

/** Lists the rows and corrections of a locked return that the ledger would change today. */
export function sinceSheet(paper: Paper, { locked_return, current_return }: ComparedLock): Sheet {
  const today = current_return ?? locked_return;
  const lines = changedLines(today, locked_return);
  return figureSheet(paper, {
    name: "sheet_since",
    place: [column(paper, "corrected", 13), ...placeColumns(paper)],
    figures: [
      ["declared_taxable", "amount"],
      ["declared_vat", "amount"],
      ["now_taxable", "amount"],
      ["now_vat", "amount"],
      ["difference_taxable", "amount"],
      ["difference_vat", "amount"],
      ["difference_events", "count"],
    ],
    lines: [
      ...lines.rows.map((row) => ({
        place: [label(null), ...placeOf(paper, row)],
        figures: figuresOf(row, locked_return.rows),
      })),
      ...lines.corrections.map((row) => ({
        place: [label(row.original_period), label(null), label(row.member_state_of_consumption)],
        figures: figuresOf(row, locked_return.corrections),
      })),
    ],
  });
}

type ChangedLine = ChangedLines["rows"][number] | ChangedLines["corrections"][number];

/** Returns the declared amounts of a changed line, its current ones, and the differences. */
function figuresOf(line: ChangedLine, declared: readonly (ReturnRow | CorrectionRow)[]): number[] {
  const before = declared.find((one) => placeOfLine(one) === placeOfLine(line));
  const { taxable_amount_minor = 0, vat_amount_minor = 0 } = before ?? {};
  return [
    taxable_amount_minor,
    vat_amount_minor,
    taxable_amount_minor + line.taxable_amount_minor,
    vat_amount_minor + line.vat_amount_minor,
    line.taxable_amount_minor,
    line.vat_amount_minor,
    line.event_count_difference,
  ];
}
