import { jsonInteger } from "../../core/money/json-integer.ts";
import type { Tally } from "../../ledger/sums/sum.ts";
import { checkKey } from "../../ledger/sums/sum-key.ts";
import { CHECK_CODES, severityOf } from "../../vat/schemes/check-codes.ts";
import type { CheckCount } from "../schema.ts";

/** How often each check has been found in a period, by code. */
export const checkCounts = (tallies: readonly Tally[]): CheckCount[] =>
  CHECK_CODES.map((code) => ({ code, severity: severityOf(code), count: countOf(code, tallies) }))
    .filter(({ count }) => count !== 0)
    .sort((a, b) => (a.code < b.code ? -1 : 1));

function countOf(code: CheckCount["code"], tallies: readonly Tally[]): number {
  const counts = tallies.filter(({ key }) => key === checkKey(code));
  return jsonInteger(counts.reduce((sum, { amounts }) => sum + (amounts["event_count"] ?? 0n), 0n));
}
