import { grouped, Html, html, type PrintedColumn, table } from "../../core/files/html.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { decimalString, isCurrency } from "../../core/money/money.ts";
import type { BridgeAmount } from "../../imports/bridge/bridge-line.ts";
import { inCurrencies, lineInWords, type ShownLine } from "../../imports/bridge/shown-lines.ts";
import { dayInWords } from "../../notifications/texts.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import type { UnregisteredSupplies, UsedRate, Warning } from "../schema.ts";
import { type Paper, pageHeader, periodIn, stateIn, summaryFacts } from "./paper.ts";
import type { AccountantReport, MajorBalance, MajorCorrection, MajorRow } from "./schema.ts";
import { GERMAN_NOTES, type PaperWord, warningWord } from "./words.ts";

/** The complete style of the page, so that a saved copy prints on A4 without other files. */
const STYLE = new Html(`
@page { size: A4; margin: 12mm 14mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 8.5pt; } }
* { box-sizing: border-box; }
body { font: 9pt/1.3 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111;
  max-width: 182mm; margin: 8mm auto; }
h1 { font-size: 16pt; margin: 0 0 4mm; text-wrap: balance; }
h2 { font-size: 12pt; margin: 7mm 0 2mm; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 5mm 0 1mm; break-after: avoid; }
table { border-collapse: collapse; width: 100%; }
thead { display: table-header-group; }
tfoot { display: table-footer-group; }
.part, .note, tr { break-inside: avoid; }
.total, .note { break-before: avoid; }
th, td { border-bottom: 0.2mm solid #999; padding: 0.5mm 0.9mm; text-align: left; vertical-align: top; }
th { border-bottom-color: #111; font-size: 8pt; font-weight: 600; }
.total th { font-size: 9pt; border-top: 0.3mm solid #111; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.n { white-space: normal; }
.note { color: #444; font-size: 8.5pt; }
.pages > * > tr > td { border: 0; padding: 0; }
.pages > tbody > tr { break-inside: auto; }
.running { display: flex; justify-content: space-between; gap: 4mm; font-size: 8.5pt; color: #444;
  border-bottom: 0.2mm solid #999; margin-bottom: 4mm; }
tfoot .running { border: 0; margin: 4mm 0 0; justify-content: start; gap: 12mm; }
@media print { body { margin: 0; max-width: none; } }
`);

/**
 * Returns the accountant report as a page to print, with the same figures and without external resources. The page is
 * one table, whose head names the client on every printed page, and whose foot is signed.
 */
export function accountantPage(report: AccountantReport, paper: Paper): string {
  const { manifest, summary } = report;
  const { say, context, computed } = paper;
  const title = `${say("title")}: ${pageHeader(paper).slice(0, 2).join(", ")}`;
  const [client, which, status] = pageHeader(paper);
  const notes =
    context.language === "de"
      ? GERMAN_NOTES[computed.period.kind]
      : { conversion: manifest.conversion_rule, scope: manifest.scope_note };
  const page = html`<!doctype html>
<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<table class="pages"><thead><tr><td><div class="running"><span>${client}</span><span>${which}</span><span>${status}</span></div></td></tr></thead><tfoot><tr><td>${signature(paper)}</td></tr></tfoot><tbody><tr><td>
<h1>${title}</h1>
${facts(paper)}
${lockedNote(report, paper)}<h2>${say("totals")} (${manifest.return_currency})</h2>
${totals(paper, summary.totals)}
${tables(report, paper)}
<p class="note">${notes.conversion} ${notes.scope}</p>
</td></tr></tbody></table>
</body>
</html>
`;
  return page.markup;
}

/** A line to sign by hand, where nobody is recorded. */
const BY_HAND = "_________________________";

/** Returns who prepared and who reviewed, or lines to sign. */
function signature({ say, context }: Paper): Html {
  const { prepared, locked } = context.facts.sign_off;
  const preparers = prepared.flatMap(({ name }) => name ?? []).join(", ");
  return html`<div class="running"><span>${say("prepared")}: ${preparers || BY_HAND}</span><span>${say("reviewed")}: ${locked?.name ?? BY_HAND}</span></div>`;
}

function tables(
  { manifest, filing_context, summary, country_breakdown, lock }: AccountantReport,
  paper: Paper,
): Html {
  const { say } = paper;
  return html`<h2>${say("sheet_rows")}</h2>
${rowTable(paper, summary.rows)}
<h2>${say("corrections_earlier")}</h2>
${correctionTable(paper, summary.corrections, say("no_corrections"))}
<h2>${say("balances_by_state")}</h2>
${balanceTable(paper, summary.balances)}
<h2>${say("left_out")}</h2>
${table(warningColumns(paper), manifest.warnings, say("nothing_left_out"))}
${bridge(paper)}${sinceLock(paper, lock)}${unregisteredSection(paper, filing_context.supplies_without_registration)}${directly(paper, filing_context.direct_declarations)}${filing_context.submission_assumption ? html`<p class="note">${say("assumed_not_submitted")}</p>` : ""}
<h2>${say("exchange_rates")}</h2>
${table(rateColumns(paper), summary.exchange_rates, say("nothing_converted"))}
${country_breakdown.countries.length > 0 ? html`<h2>${say("by_state")}</h2>` : ""}
${country_breakdown.countries.map((part) => country(paper, part))}`;
}

/** Returns a Member State in one line. */
const stateInLine = (paper: Paper, code: string): string =>
  stateIn(paper, code).replaceAll(" ", "\u00A0");

const of = <Line>({ say }: Paper, word: PaperWord, value: PrintedColumn<Line>["of"]) => ({
  head: say(word),
  of: value,
});

/** Writes a decimal as the console does. */
function decimalIn({ context }: Paper, decimal: string): string {
  if (context.language === "en") return grouped(decimal, ",");
  const [whole = "", ...decimals] = decimal.split(".");
  return [grouped(whole, "."), ...decimals].join(",");
}

const figure = <Line>(paper: Paper, word: PaperWord, value: (line: Line) => string | number) =>
  ({
    head: paper.say(word),
    of: (line: Line) => decimalIn(paper, String(value(line))),
    isNumber: true,
  }) as const;

/** Returns the sum of decimals of the return currency, exactly. */
function sumOf<Line>(paper: Paper, lines: readonly Line[], value: (line: Line) => string) {
  const minor = lines.reduce((sum, line) => sum + BigInt(value(line).replace(".", "")), 0n);
  return decimalIn(paper, decimalString(Number(minor), paper.computed.report.return_currency));
}

function rowTable(paper: Paper, rows: readonly MajorRow[]): Html {
  const { say, word } = paper;
  const columns: readonly PrintedColumn<MajorRow>[] = [
    of(paper, "section", (row) => row.section),
    of(paper, "state_short", (row) => stateInLine(paper, row.member_state_of_consumption)),
    of(paper, "kind", (row) => word(row.supply_kind)),
    of(paper, "from", (row) => row.from_member_state && stateInLine(paper, row.from_member_state)),
    of(paper, "category", (row) => word(row.rate_category)),
    figure(paper, "rate_pct", (row) => row.vat_rate_pct),
    figure(paper, "taxable", (row) => row.taxable_amount),
    figure(paper, "vat", (row) => row.vat_amount),
    figure(paper, "events", (row) => row.event_count),
  ];
  return table(columns, rows, say("no_rows"), [
    say("total"),
    ...Array.from({ length: 5 }, () => null),
    ...amountSums(paper, rows),
  ]);
}

type RowAmounts = Pick<MajorRow, "taxable_amount" | "vat_amount" | "event_count">;

const amountSums = (paper: Paper, lines: readonly RowAmounts[]) => [
  sumOf(paper, lines, (line) => line.taxable_amount),
  sumOf(paper, lines, (line) => line.vat_amount),
  lines.reduce((sum, line) => sum + line.event_count, 0),
];

const correctionTable = (paper: Paper, lines: readonly MajorCorrection[], nothing: string): Html =>
  table<MajorCorrection>(
    [
      of(paper, "corrected", (row) => periodIn(paper, row.original_period)),
      of(paper, "state_short", (row) => stateInLine(paper, row.member_state_of_consumption)),
      figure(paper, "taxable", (row) => row.taxable_amount),
      figure(paper, "vat", (row) => row.vat_amount),
      figure(paper, "events", (row) => row.event_count),
    ],
    lines,
    nothing,
    [paper.say("total"), null, ...amountSums(paper, lines)],
  );

const balanceTable = (paper: Paper, balances: readonly MajorBalance[]): Html =>
  table<MajorBalance>(
    [
      of(paper, "state_short", (balance) =>
        stateInLine(paper, balance.member_state_of_consumption),
      ),
      figure(paper, "current_vat", (balance) => balance.current_vat),
      figure(paper, "correction_vat", (balance) => balance.correction_vat),
      figure(paper, "balance", (balance) => balance.payable_vat),
      of(paper, "in_total", (balance) => paper.say(balance.included_in_grand_total ? "yes" : "no")),
    ],
    balances,
    paper.say("no_balances"),
    [
      paper.say("total"),
      sumOf(paper, balances, (balance) => balance.current_vat),
      sumOf(paper, balances, (balance) => balance.correction_vat),
      sumOf(paper, balances, (balance) => balance.payable_vat),
      null,
    ],
  );

const warningColumns = (paper: Paper): readonly PrintedColumn<Warning>[] => [
  figure(paper, "events", (warning) => warning.count),
  of(paper, "reason", (warning) => warningWord(warning.code, paper.context.language)),
  of(paper, "code", (warning) => warning.code),
];

/** Lists the lines from the files of shops to the return, a row for each currency; an older lock has none. */
function bridge(paper: Paper): Html {
  const { say, context } = paper;
  if (!context.bridge) return html``;
  const money = (name: Exclude<keyof BridgeAmount, "currency">, word: PaperWord) =>
    figure(paper, word, ({ amount }: ShownLine) =>
      amount && isCurrency(amount.currency) && amount[name] !== null
        ? decimalString(amount[name], amount.currency)
        : "",
    );
  const columns: readonly PrintedColumn<ShownLine>[] = [
    of(paper, "line", ({ line }) => lineInWords(line, context.language)),
    figure(paper, "rows_or_events", ({ line, at }) => (at > 0 ? "" : line.count)),
    of(paper, "currency", ({ amount }) => amount?.currency ?? null),
    money("gross_amount_minor", "gross"),
    money("taxable_amount_minor", "taxable"),
    money("vat_amount_minor", "vat"),
  ];
  return html`<h2>${say("from_shop")}</h2>
${table(columns, inCurrencies(context.bridge.lines), "")}
`;
}

const rateColumns = (paper: Paper): readonly PrintedColumn<UsedRate>[] => [
  of(paper, "converted", (rate) => periodIn(paper, rate.period)),
  of(paper, "currency", (rate) => rate.currency),
  figure(paper, "per_euro", (rate) => rate.rate),
  of(paper, "published", (rate) => dayInWords(rate.date, paper.context.language)),
];

/** Returns the figures of the lock above the preview of a locked return. */
const lockedNote = ({ lock, manifest }: AccountantReport, paper: Paper): Html =>
  lock?.locked_report
    ? html`<p>${paper.say("preview_of_locked")} ${decimalIn(paper, lock.locked_report.totals.payable_vat)} ${manifest.return_currency}.</p>
`
    : html``;

type ChangedLine = {
  readonly original_period?: PeriodKey;
  readonly section?: string | null;
  readonly member_state_of_consumption: string;
  readonly vat_rate_pct?: string;
  readonly taxable_amount: string;
  readonly vat_amount: string;
  readonly event_count_difference: number;
};

/** Lists the differences of the ledger to a locked return, if there is a lock. */
function sinceLock(paper: Paper, lock: AccountantReport["lock"]): Html {
  if (!lock?.differences) return html``;
  const lines: ChangedLine[] = [...lock.differences.rows, ...lock.differences.corrections];
  const columns: readonly PrintedColumn<ChangedLine>[] = [
    of(paper, "corrected", (line) => periodIn(paper, line.original_period)),
    of(paper, "section", (line) => line.section ?? null),
    of(paper, "state_short", (line) => stateInLine(paper, line.member_state_of_consumption)),
    figure(paper, "rate_pct", (line) => line.vat_rate_pct ?? ""),
    figure(paper, "taxable", (line) => line.taxable_amount),
    figure(paper, "vat", (line) => line.vat_amount),
    figure(paper, "events", (line) => line.event_count_difference),
  ];
  const sums = [
    sumOf(paper, lines, (line) => line.taxable_amount),
    sumOf(paper, lines, (line) => line.vat_amount),
    lines.reduce((sum, line) => sum + line.event_count_difference, 0),
  ];
  return html`<h2>${paper.say("since_lock")}</h2>
${table(columns, lines, paper.say("no_changes"), [paper.say("total"), null, null, null, ...sums])}
`;
}

/** Supplies of other schemes without a registration, if there are any. */
const unregisteredSection = (paper: Paper, rows: UnregisteredSupplies[] = []): Html =>
  rows.length === 0
    ? html``
    : html`<h2>${paper.say("unregistered")}</h2>
${table<UnregisteredSupplies>(
  [
    of(paper, "scheme", (row) => schemeNamed(row.scheme_type).titles[paper.context.language]),
    of(paper, "period", (row) => periodIn(paper, row.period_key)),
    figure(paper, "events", (row) => row.event_count),
  ],
  rows,
  "",
)}
`;

type DirectRow = NonNullable<AccountantReport["filing_context"]["direct_declarations"]>[number];

/** Changes that no return declares any more (Art. 61(2), 61a CIR 282/2011), if there are any. */
const directly = (paper: Paper, rows: DirectRow[] = []): Html =>
  rows.length === 0
    ? html``
    : html`<h2>${paper.say("directly")}</h2>
${table<DirectRow>(
  [
    of(paper, "period", (row) => periodIn(paper, row.original_period)),
    of(paper, "state_short", (row) => stateInLine(paper, row.member_state_of_consumption)),
    of(paper, "declared_in", (row) => stateInLine(paper, row.member_state_identification)),
    of(paper, "currency", (row) => row.return_currency),
    figure(paper, "taxable", (row) => row.taxable_amount),
    figure(paper, "vat", (row) => row.vat_amount),
    of(paper, "reason", (row) => paper.word(row.reason)),
  ],
  rows,
  "",
)}`;

type PrintedFact = readonly [name: string, value: string];

/** Returns the client, the return, and who stands behind it. */
const facts = (paper: Paper): Html =>
  table<PrintedFact>(
    [
      { head: paper.say("return"), of: ([name]) => name },
      { head: "", of: ([, value]) => value },
    ],
    summaryFacts(paper).map(([word, { value }]) => [paper.say(word), textOf(paper, value)]),
    "",
  );

const textOf = ({ context }: Paper, value: string | number | Date | null): string =>
  value instanceof Date
    ? dayInWords(value.toISOString().slice(0, 10), context.language)
    : String(value ?? "");

const totals = (paper: Paper, sums: AccountantReport["summary"]["totals"]): Html =>
  table<PrintedFact>(
    [of(paper, "of", ([name]) => name), figure(paper, "amount", ([, value]) => value)],
    [
      [paper.say("rows_taxable"), sums.taxable],
      [paper.say("rows_vat"), sums.current_vat],
      [paper.say("correction_vat"), sums.correction_vat],
      [paper.say("payable"), sums.payable_vat],
    ],
    "",
  );

type Country = AccountantReport["country_breakdown"]["countries"][number];

const country = (
  paper: Paper,
  { member_state_of_consumption, rows, corrections, totals: sums }: Country,
) => html`
<div class="part"><h3>${stateIn(paper, member_state_of_consumption)}</h3>
${rowTable(paper, rows)}
${corrections.length === 0 ? "" : correctionTable(paper, corrections, "")}
${totals(paper, sums)}</div>`;
