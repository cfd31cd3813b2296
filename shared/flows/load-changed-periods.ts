import { type ChangedPeriod, changedPeriods } from "../locks/locked-run.ts";
import { SCHEMES } from "../schemes/schemes.ts";
import { loadMarks } from "../store/marks.ts";

/** The locked periods of all schemes whose sums have moved since their lock. */
export async function loadChangedPeriods(account: string): Promise<ChangedPeriod[]> {
  const marks = await Promise.all(SCHEMES.map(({ book }) => loadMarks(account, book)));
  return SCHEMES.flatMap((scheme, n) => changedPeriods(scheme, marks[n] ?? new Map()));
}
