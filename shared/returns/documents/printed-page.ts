import { grouped, Html, html, type PrintedColumn, table } from "../../core/files/html.ts";
import { WARNING_WORDS } from "../../vat/schemes/warnings.ts";
import type { UnregisteredSupplies, UsedRate, Warning } from "../schema.ts";
import type { AccountantReport, MajorBalance, MajorCorrection, MajorRow } from "./schema.ts";

/** The complete style of the page, so that a saved copy prints on A4 without other files. */
const STYLE = new Html(`
@page { size: A4; margin: 16mm 14mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.4 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; color: #111;
  max-width: 182mm; margin: 8mm auto; }
h1 { font-size: 16pt; margin: 0 0 4mm; }
h2 { font-size: 12pt; margin: 7mm 0 2mm; break-after: avoid; }
h3 { font-size: 10.5pt; margin: 5mm 0 1mm; break-after: avoid; }
table { border-collapse: collapse; width: 100%; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { border-bottom: 0.2mm solid #999; padding: 0.8mm 1.5mm; text-align: left; vertical-align: top; }
th { border-bottom-color: #111; font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note { color: #444; font-size: 9pt; }
@media print { body { margin: 0; max-width: none; } }
`);

/** Returns the accountant report as a page to print, with the same figures and without external resources. */
export function accountantPage({ manifest, filing_context, ...report }: AccountantReport): string {
  const title = `${manifest.scheme_type} return ${manifest.period_key}, ${manifest.member_state_identification}`;
  const { summary, country_breakdown } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${facts(manifest, filing_context)}
<h2>Totals (${manifest.return_currency})</h2>
${totals(summary.totals)}
<h2>Rows</h2>
${table(ROW, summary.rows, "No rows.")}
<h2>Corrections of earlier periods</h2>
${table(CORRECTION, summary.corrections, "No corrections.")}
<h2>Balance of each Member State of consumption</h2>
${table(BALANCE, summary.balances, "No balances.")}
<h2>Left out of the return</h2>
${table(WARNING, manifest.warnings, "Nothing is left out.")}
${beside(filing_context.supplies_without_registration)}${directly(filing_context.direct_declarations)}
<h2>Exchange rates</h2>
${table(RATE, summary.exchange_rates, "Nothing was converted.")}
<h2>By Member State of consumption</h2>
${country_breakdown.countries.map(country)}
<p class="note">${manifest.conversion_rule} ${manifest.scope_note}</p>
</body>
</html>
`;
  return page.markup;
}

/** Supplies of other schemes without a registration, if there are any. */
const beside = (rows: UnregisteredSupplies[] = []): Html =>
  rows.length === 0
    ? html``
    : html`<h2>Supplies of schemes without a registration</h2>
${table(BESIDE, rows, "")}
`;

const BESIDE: readonly PrintedColumn<UnregisteredSupplies>[] = [
  { head: "Scheme", of: (row) => row.scheme_type },
  { head: "Period", of: (row) => row.period_key },
  { head: "Events", of: (row) => row.event_count, isNumber: true },
];

/** Changes that no return declares any more (Art. 61(2), 61a CIR 282/2011), if there are any. */
const directly = (rows: DirectRow[] = []): Html =>
  rows.length === 0
    ? html``
    : html`<h2>To be declared to the Member States directly</h2>
${table(DIRECT, rows, "")}`;

type DirectRow = NonNullable<AccountantReport["filing_context"]["direct_declarations"]>[number];

const DIRECT: readonly PrintedColumn<DirectRow>[] = [
  { head: "Period", of: (row) => row.original_period },
  { head: "State", of: (row) => row.member_state_of_consumption },
  { head: "Declared in", of: (row) => row.member_state_identification },
  { head: "Currency", of: (row) => row.return_currency },
  { head: "Taxable amount", of: (row) => grouped(row.taxable_amount), isNumber: true },
  { head: "VAT", of: (row) => grouped(row.vat_amount), isNumber: true },
  { head: "Reason", of: (row) => row.reason.replaceAll("_", " ") },
];

type Fact = readonly [name: string, value: string];

const FACT: readonly PrintedColumn<Fact>[] = [
  { head: "Return", of: ([name]) => name },
  { head: "", of: ([, value]) => value },
];

const facts = (
  manifest: AccountantReport["manifest"],
  context: AccountantReport["filing_context"],
): Html =>
  table<Fact>(
    FACT,
    [
      ["Scheme", manifest.scheme_type],
      ["Period", manifest.period_key],
      ["Member State of identification", manifest.member_state_identification],
      ["To be filed by", context.filing_due_date],
      ["Filing state", context.filing_state],
      ["Explanation", context.explanation],
      ["Made at (UTC)", manifest.generated_at],
      ["Figures", manifest.recount_pending ? "may still change: a recount is pending" : "stand"],
    ],
    "",
  );

const TOTAL: readonly PrintedColumn<Fact>[] = [
  { head: "Of", of: ([name]) => name },
  { head: "Amount", of: ([, value]) => grouped(value), isNumber: true },
];

const totals = (sums: AccountantReport["summary"]["totals"]): Html =>
  table<Fact>(
    TOTAL,
    [
      ["Taxable amount of the rows", sums.taxable],
      ["VAT of the rows", sums.current_vat],
      ["VAT of corrections", sums.correction_vat],
      ["Total payable, nothing set off", sums.payable_vat],
    ],
    "",
  );

const AMOUNTS: readonly PrintedColumn<MajorRow | MajorCorrection>[] = [
  { head: "Taxable amount", of: (one) => grouped(one.taxable_amount), isNumber: true },
  { head: "VAT", of: (one) => grouped(one.vat_amount), isNumber: true },
  { head: "Events", of: (one) => one.event_count, isNumber: true },
];

const ROW: readonly PrintedColumn<MajorRow>[] = [
  { head: "Section", of: (row) => row.section },
  { head: "State", of: (row) => row.member_state_of_consumption },
  { head: "Kind", of: (row) => row.supply_kind },
  { head: "From", of: (row) => row.from_member_state },
  { head: "Category", of: (row) => row.rate_category },
  { head: "Rate (%)", of: (row) => row.vat_rate_pct, isNumber: true },
  ...AMOUNTS,
];

const CORRECTION: readonly PrintedColumn<MajorCorrection>[] = [
  { head: "Corrected period", of: (row) => row.original_period },
  { head: "State", of: (row) => row.member_state_of_consumption },
  ...AMOUNTS,
];

const BALANCE: readonly PrintedColumn<MajorBalance>[] = [
  { head: "State", of: (one) => one.member_state_of_consumption },
  { head: "VAT of the period", of: (one) => grouped(one.current_vat), isNumber: true },
  { head: "VAT of corrections", of: (one) => grouped(one.correction_vat), isNumber: true },
  { head: "Balance", of: (one) => grouped(one.payable_vat), isNumber: true },
  { head: "In the total", of: (one) => (one.included_in_grand_total ? "yes" : "no") },
];

const WARNING: readonly PrintedColumn<Warning>[] = [
  { head: "Events", of: (one) => one.count, isNumber: true },
  { head: "Reason", of: (one) => WARNING_WORDS[one.code] },
  { head: "Code", of: (one) => one.code },
];

const RATE: readonly PrintedColumn<UsedRate>[] = [
  { head: "Period converted", of: (rate) => rate.period },
  { head: "Currency", of: (rate) => rate.currency },
  { head: "Units per euro", of: (rate) => rate.rate, isNumber: true },
  { head: "Published on", of: (rate) => rate.date },
];

type Country = AccountantReport["country_breakdown"]["countries"][number];

const country = ({ member_state_of_consumption, rows, corrections, totals: sums }: Country) => html`
<h3>${member_state_of_consumption}</h3>
${table(ROW, rows, "No rows.")}
${corrections.length === 0 ? "" : table(CORRECTION, corrections, "")}
${totals(sums)}`;
