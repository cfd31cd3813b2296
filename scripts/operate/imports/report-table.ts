import { type Currency, decimalString } from "../../../shared/core/money/money.ts";
import type { ImportView } from "../../../shared/imports/jobs/schema.ts";
import type { ImportResult } from "./run-import.ts";

/** Maximum number of rows shown that need attention. */
const MOST_SHOWN = 20;

/** Formats a finished import as lines for a terminal. */
export function reportLines({ job, findings }: ImportResult): string[] {
  if (job.error && job.progress.rows === null) return [`nothing imported: ${job.error.message}`];
  const { rows, ...fates } = job.counts;
  const counts = Object.entries(fates).map(([fate, count]) => `${pad(count)}  ${fate}`);
  return [
    ...(job.error ? [`not finished: ${job.error.message}`] : []),
    job.dry_run ? "dry run, nothing was committed" : "imported",
    `${pad(rows)}  rows`,
    ...counts,
    ...section("by reason", reasonLines(job)),
    ...section("by country", countryLines(job)),
    ...section("to look at", findingLines(findings)),
  ];
}

const pad = (count: number): string => String(count).padStart(9);

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

const reasonLines = ({ reasons }: ImportView): string[] =>
  Object.entries(reasons).map(([reason, count]) => `${pad(count)}  ${reason}`);

const countryLines = ({ countries }: ImportView): string[] =>
  countries.map(({ country, currency, events, taxable_amount_minor, vat_amount_minor }) => {
    const [net, vat] = [taxable_amount_minor, vat_amount_minor].map((amount) =>
      decimalString(amount, currency as Currency).padStart(14),
    );
    return `${pad(events)}  ${country.padEnd(2)} ${currency} net ${net} VAT ${vat}`;
  });

/** Names the order as its shop does, and the place in the file. */
const placeOf = ({ order_id, at }: ImportResult["findings"][number]): string =>
  order_id ? `order ${order_id} (${at})` : at;

/** Formats the findings that need attention; correct exclusions and mere remarks do not. */
function findingLines(findings: ImportResult["findings"]): string[] {
  const urgent = findings.filter(({ outcome }) => outcome !== "excluded" && outcome !== "event");
  const shown = urgent
    .slice(0, MOST_SHOWN)
    .map((finding) => `  ${placeOf(finding)}  ${finding.outcome}: ${finding.message}`);
  return urgent.length > MOST_SHOWN ? [...shown, "  and more"] : shown;
}
