import type { PeriodFacts } from "../period/load-period.ts";
import type { Words } from "../session/console-context.ts";
import type { FileChoice } from "./load-filing.ts";

/** A finding against a file for the portal. */
export type Finding = FileChoice["checked"]["reasons"][number];

/** Returns a finding in the reader's words, after the line that it is about. */
export function findingText(
  { field, rule, message }: Finding,
  shown: PeriodFacts["shown"],
  words: Words,
): string {
  const text = words.say.known(`rule.${rule}`) ?? message;
  const line = lineAt(field, shown, words);
  return [line, text].filter(Boolean).join(": ");
}

/** Returns the name of a line or correction that a finding is about, such as `rows.3`. */
function lineAt(field: string, shown: PeriodFacts["shown"], words: Words): string | undefined {
  const [list, index = ""] = field.split(".");
  if (list === "rows") return rowName(shown.rows[Number(index)], words);
  if (list === "corrections") return correctionName(shown, Number(index), words);
  return undefined;
}

function rowName(row: PeriodFacts["shown"]["rows"][number] | undefined, { say, format }: Words) {
  if (!row) return undefined;
  const rate = `${format.rate(row.vat_rate_bps)} ${say.code(row.rate_category)}`;
  return `${format.country(row.member_state_of_consumption)}, ${rate}`;
}

function correctionName(shown: PeriodFacts["shown"], index: number, { format }: Words) {
  const correction = shown.corrections[index];
  if (!correction) return undefined;
  const amount = format.amount(correction.vat_amount_minor, shown.return_currency);
  const state = format.country(correction.member_state_of_consumption);
  return `${format.period(correction.original_period)}, ${state}, ${amount}`;
}
