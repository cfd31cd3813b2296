import { type ChangedPeriod, changedPeriods } from "../locks/locked-run.ts";
import { SCHEMES } from "../schemes/schemes.ts";
import { loadMarks } from "../store/marks.ts";
import { loadRegistrations } from "../store/registrations.ts";

/** The locked periods of all schemes whose returns may be others today. */
export async function loadChangedPeriods(account: string): Promise<ChangedPeriod[]> {
  const [{ items }, marks] = await Promise.all([
    loadRegistrations(account),
    Promise.all(SCHEMES.map(({ book }) => loadMarks(account, book))),
  ]);
  return SCHEMES.flatMap((scheme, n) => changedPeriods(scheme, items, marks[n] ?? new Map()));
}
