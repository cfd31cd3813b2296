import { type Cell, count, day, decimal, label, note, percentage } from "../../core/files/csv.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import { openExclusions } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/late-changes.ts";
import { type ChangedLines, changedLines, placeOfLine } from "../locks/changed-lines.ts";
import type { ComparedLock } from "../locks/compare-lock.ts";
import type { CorrectionRow, LateChange, ReturnRow } from "../schema.ts";
import {
  column,
  type FigureLine,
  figureSheet,
  type Paper,
  periodIn,
  stateIn,
  yesOrNo,
} from "./paper.ts";
import { checkWord, sectionWord, warningWord } from "./words.ts";

type PaperQuery = Readonly<Record<string, string | number | null>>;

/**
 * Lists the number of source events of each figure, with the request that lists them. The events are not part of a
 * return and may be millions (docs/decisions/0031).
 */
export function eventSheet(paper: Paper): Sheet {
  const { computed, say } = paper;
  const { scheme, period, registration, report, warnings } = computed;
  const path = `/v1/returns/${scheme.slug}/${period.key}/events`;
  const line = (figure: string, events: number, query: PaperQuery) => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, registration_id: registration.id })) {
      if (value !== null) asked.set(name, String(value));
    }
    return [label(figure), count(events), note(`GET ${path}?${asked}`)];
  };
  return {
    name: say("sheet_events"),
    columns: [
      column(paper, "figure", 34),
      column(paper, "events", 12),
      column(paper, "lists_them", 100),
    ],
    isFiltered: true,
    lines: [
      line(say("all_events"), computed.total_source_event_count, {}),
      ...report.rows.map((row) => line(rowName(paper, row), row.event_count, rowQuery(row))),
      ...report.corrections.map((row) =>
        line(
          `${say("correction_of")} ${periodIn(paper, row.original_period)}, ${row.member_state_of_consumption}`,
          row.event_count,
          {
            original_period: row.original_period,
            member_state_of_consumption: row.member_state_of_consumption,
          },
        ),
      ),
      ...warnings.map((warning) => line(warning.code, warning.count, { warning: warning.code })),
      ...movedLines(paper),
    ],
  };
}

/** Returns the requests for events that moved since the lock; the other requests list the events of the ledger today. */
const movedLines = ({ computed: { scheme }, context, say }: Paper) =>
  (context.shown?.declared_in ?? []).map((period) => [
    note(say("moved_since_lock")),
    label(null),
    note(`GET /v1/returns/${scheme.slug}/${period}/events?late=true`),
  ]);

const rowName = ({ word }: Paper, row: ReturnRow): string =>
  [row.section, row.member_state_of_consumption, word(row.supply_kind), row.from_member_state]
    .filter((part) => part !== null)
    .concat(`${row.vat_rate_bps / 100} %`)
    .join(", ");

/** Returns the parts of a row by the parameter names of the event list. */
const rowQuery = (row: ReturnRow): PaperQuery => ({
  section: row.section,
  member_state_of_consumption: row.member_state_of_consumption,
  vat_rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state,
  rate_category: row.rate_category,
});

/** Lists the findings of events, and the figures that no portal accepts. None of them excludes an event. */
export function checkSheet(paper: Paper): Sheet {
  const { computed, context, say, word } = paper;
  const found = [
    ...computed.checks.map((check) => ({
      ...check,
      meaning: checkWord(check.code, context.language),
    })),
    ...figuresToLookAt(paper),
  ];
  return {
    name: say("sheet_checks"),
    columns: [
      column(paper, "code", 38),
      column(paper, "severity", 12),
      column(paper, context.shown ? "how_many_now" : "how_many", 10),
      column(paper, "meaning", 70),
    ],
    isFiltered: true,
    lines: found.map(({ code, severity, count: found, meaning }) => [
      label(code),
      label(word(severity)),
      count(found),
      note(meaning),
    ]),
    totals: totalOf(paper, found, [label(null)]),
  };
}

/** Returns the line with the sum of the counts; `before` are the cells between the word and the sum. */
const totalOf = (
  { say }: Paper,
  lines: readonly { readonly count: number }[],
  before = [] as ReturnType<typeof label>[],
) => [[label(say("total")), ...before, count(lines.reduce((sum, line) => sum + line.count, 0))]];

const figuresToLookAt = ({ computed, say }: Paper) =>
  [
    { code: "negative_row", count: negativeRowCount(computed.report.rows) },
    { code: "correction_below_zero", count: computed.corrections_below_zero?.length ?? 0 },
  ]
    .filter(({ count }) => count > 0)
    .map((finding) => ({
      ...finding,
      severity: "blocking",
      meaning: say(finding.code as "negative_row" | "correction_below_zero"),
    }));

/** Lists the number of events that the return excludes, by code, and if the user can change that before filing. */
export function exclusionSheet(paper: Paper): Sheet {
  const { computed, context, say } = paper;
  const open = context.shown ? [] : openExclusions(computed);
  return {
    name: say("sheet_exclusions"),
    columns: [
      column(paper, "code", 38),
      column(paper, "how_many", 10),
      column(paper, "to_resolve", 14),
      column(paper, "reason", 90),
    ],
    isFiltered: true,
    lines: computed.warnings.map((warning) => [
      label(warning.code),
      count(warning.count),
      yesOrNo(
        paper,
        open.some(({ code }) => code === warning.code),
      ),
      note(warningWord(warning.code, context.language)),
    ]),
    totals: totalOf(paper, computed.warnings),
  };
}

/** Explains the codes that the other sheets use. */
export function legendSheet(paper: Paper): Sheet {
  const { report } = paper.computed;
  const { language } = paper.context;
  const sections = new Set(
    report.rows.map(({ section }) => section).filter((section) => section !== null),
  );
  return {
    name: paper.say("sheet_legend"),
    columns: [column(paper, "code", 38), column(paper, "meaning", 90)],
    lines: [
      ...[...sections]
        .sort()
        .map((section) => [label(section), label(sectionWord(section, language))]),
      ...report.warnings.map(({ code }) => [label(code), note(warningWord(code, language))]),
    ],
  };
}

const placeColumns = (paper: Paper) => [
  column(paper, "section", 10),
  column(paper, "state", 20),
  column(paper, "kind", 16),
  column(paper, "from", 20),
  column(paper, "category", 14),
  column(paper, "rate_pct", 12),
];

const placeOf = (paper: Paper, row: Omit<ReturnRow, "event_count">): Cell[] => [
  label(row.section),
  label(stateIn(paper, row.member_state_of_consumption)),
  label(paper.word(row.supply_kind)),
  label(row.from_member_state && stateIn(paper, row.from_member_state)),
  label(paper.word(row.rate_category)),
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
    lines: paper.computed.report.rows.map((row) => ({
      place: placeOf(paper, row),
      figures: [row.taxable_amount_minor, row.vat_amount_minor, row.event_count],
    })),
  });

/** Lists part 3 of the return, with the late changes of locked returns that it contains. */
export const correctionSheet = (paper: Paper): Sheet =>
  figureSheet(paper, {
    name: "sheet_corrections",
    place: [column(paper, "corrected", 13), column(paper, "state", 20)],
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
function correctionLines(paper: Paper): FigureLine[] {
  const { corrections, late_changes } = paper.computed.report;
  const lines = new Map<string, { declared?: CorrectionRow; late?: LateChange }>();
  for (const declared of corrections) lines.set(keyOf(declared), { declared });
  for (const late of late_changes) lines.set(keyOf(late), { ...lines.get(keyOf(late)), late });
  return [...lines]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { declared, late }]) => ({
      place: correctionPlace(paper, (declared ?? late) as CorrectionRow | LateChange),
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

const keyOf = (correctionKey: CorrectionKey): string =>
  `${correctionKey.original_period} ${correctionKey.member_state_of_consumption}`;

const correctionPlace = (paper: Paper, correctionKey: CorrectionKey): Cell[] => [
  label(periodIn(paper, correctionKey.original_period)),
  label(stateIn(paper, correctionKey.member_state_of_consumption)),
];

/** Lists the balance of each Member State of consumption; a negative balance is not set off against others. */
export function balanceSheet(paper: Paper): Sheet {
  const { balances } = paper.computed.report;
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
    lines: balances.map((balance) => ({
      place: [label(stateIn(paper, balance.member_state_of_consumption))],
      figures: [
        balance.current_vat_minor,
        balance.correction_vat_minor,
        balance.payable_vat_minor,
        balance.included_in_grand_total ? balance.payable_vat_minor : 0,
      ],
      rest: [yesOrNo(paper, balance.included_in_grand_total)],
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
  lines: paper.computed.report.exchange_rates.map((rate) => [
    label(periodIn(paper, rate.period)),
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
        place: [
          label(periodIn(paper, row.original_period)),
          label(null),
          label(stateIn(paper, row.member_state_of_consumption)),
        ],
        figures: figuresOf(row, locked_return.corrections),
      })),
    ],
  });
}

type ChangedLine = ChangedLines["rows"][number] | ChangedLines["corrections"][number];

/** Returns the declared amounts of a changed line, its current ones, and the differences. */
function figuresOf(line: ChangedLine, declared: readonly (ReturnRow | CorrectionRow)[]): number[] {
  const before = declared.find((earlier) => placeOfLine(earlier) === placeOfLine(line));
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
