import { count, label, note } from "../../core/files/cells.ts";
import type { Sheet } from "../../core/files/xlsx.ts";
import { openExclusions } from "../compute/compute.ts";
import { negativeRowCount } from "../compute/over-corrections.ts";
import type { ReturnRow } from "../schema.ts";
import { checkWord, sectionWord, stateWords, warningWord } from "./code-words.ts";
import { column, type Paper, yesOrNo } from "./paper.ts";

type PaperQuery = Readonly<Record<string, string | number | null>>;

/**
 * Lists the number of source events of each figure, with the request that lists them. The events are not part of a
 * return and may be millions (docs/decisions/0031).
 */
export function eventSheet(paper: Paper): Sheet {
  const { drawn, say } = paper;
  const { scheme, period, registration, report, warnings } = drawn;
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
      column(paper, "events", 10),
      column(paper, "lists_them", 100),
    ],
    isFiltered: true,
    lines: [
      line(say("all_events"), drawn.total_source_event_count, {}),
      ...report.rows.map((row) => line(rowName(paper, row), row.event_count, rowQuery(row))),
      ...report.corrections.map((row) =>
        line(
          `${say("correction_of")} ${row.original_period}, ${row.member_state_of_consumption}`,
          row.event_count,
          { original_period: row.original_period, country: row.member_state_of_consumption },
        ),
      ),
      ...warnings.map((one) => line(one.code, one.count, { warning: one.code })),
      ...movedLines(paper),
    ],
  };
}

/** Returns the requests for events that moved since the lock; the other requests list the events of the ledger today. */
const movedLines = ({ drawn: { scheme }, making, say }: Paper) =>
  (making.shown?.declared_in ?? []).map((period) => [
    label(say("moved_since_lock")),
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
  country: row.member_state_of_consumption,
  rate_bps: row.vat_rate_bps,
  supply_kind: row.supply_kind,
  from_member_state: row.from_member_state,
  rate_category: row.rate_category,
});

/** Lists the findings of events, and the figures that no portal accepts. None of them excludes an event. */
export function checkSheet(paper: Paper): Sheet {
  const { drawn, making, say, word } = paper;
  const found = [
    ...drawn.checks.map((one) => ({ ...one, meaning: checkWord(one.code, making.language) })),
    ...figuresToLookAt(paper),
  ];
  return {
    name: say("sheet_checks"),
    columns: [
      column(paper, "code", 38),
      column(paper, "severity", 12),
      column(paper, making.shown ? "how_many_now" : "how_many", 10),
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
) => [[label(say("total")), ...before, count(lines.reduce((sum, one) => sum + one.count, 0))]];

const figuresToLookAt = ({ drawn, say }: Paper) =>
  [
    { code: "negative_row", count: negativeRowCount(drawn.report.rows) },
    { code: "correction_below_zero", count: drawn.corrections_below_zero?.length ?? 0 },
  ]
    .filter(({ count }) => count > 0)
    .map((one) => ({
      ...one,
      severity: "blocking",
      meaning: say(one.code as "negative_row" | "correction_below_zero"),
    }));

/** Lists the number of events that the return excludes, by code, and if the user can change that before filing. */
export function exclusionSheet(paper: Paper): Sheet {
  const { drawn, making, say } = paper;
  const open = making.shown ? [] : openExclusions(drawn);
  return {
    name: say("sheet_exclusions"),
    columns: [
      column(paper, "code", 38),
      column(paper, "how_many", 10),
      column(paper, "to_resolve", 14),
      column(paper, "reason", 90),
    ],
    isFiltered: true,
    lines: drawn.warnings.map((warning) => [
      label(warning.code),
      count(warning.count),
      yesOrNo(
        paper,
        open.some(({ code }) => code === warning.code),
      ),
      label(warningWord(warning.code, making.language)),
    ]),
    totals: totalOf(paper, drawn.warnings),
  };
}

/** Explains the codes that the other sheets use: sections and Member States. */
export function legendSheet(paper: Paper): Sheet {
  const { report } = paper.drawn;
  const { language } = paper.making;
  const nameOf = stateWords(language);
  const lines = [...report.rows, ...report.corrections];
  const sections = new Set(report.rows.map(({ section }) => section).filter((one) => one !== null));
  const states = new Set([
    report.member_state_identification,
    ...lines.map((one) => one.member_state_of_consumption),
    ...report.rows.map((one) => one.from_member_state).filter((one) => one !== null),
  ]);
  return {
    name: paper.say("sheet_legend"),
    columns: [column(paper, "code", 38), column(paper, "meaning", 90)],
    lines: [
      ...[...sections].sort().map((one) => [label(one), label(sectionWord(one, language))]),
      ...[...states].sort().map((one) => [label(one), label(nameOf(one))]),
      ...report.warnings.map(({ code }) => [label(code), note(warningWord(code, language))]),
    ],
  };
}
