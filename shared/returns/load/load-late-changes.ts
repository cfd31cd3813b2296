import { periodNamed } from "../../core/calendar/period.ts";
import { loadTallies } from "../../ledger/sums/store-sums.ts";
import { returnBook } from "../../ledger/sums/sum-key.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { drawReturn, type ReturnInput } from "../compute/compute.ts";
import { coverageToday } from "../compute/coverage.ts";
import { type ChangedReturn, changedReturn, lateChanges } from "../compute/late-changes.ts";
import { type DeclaredReturn, lockedRun } from "../locks/declared-returns.ts";
import { loadLocksOf } from "../locks/locked-periods.ts";
import { type Marks, openingsIn } from "../locks/period-markers.ts";
import { withRecordedRates } from "../locks/recorded-rates.ts";
import type { LateChange } from "../schema.ts";
import { loadReturnRates } from "./load-return-rates.ts";

type Report = Pick<ReturnInput, "scheme" | "period" | "registrations" | "coverage">;

/** What the period's return declares of declared ones that have changed since. */
export async function loadLateChanges(
  account: string,
  report: Report,
  marks: Marks,
): Promise<readonly LateChange[]> {
  const run = lockedRun(report, marks);
  if (!("changed" in run)) return run.frozen;
  const ground = { ...report, openings: openingsIn(marks) };
  const changed = await Promise.all(run.changed.map((one) => loadChanged(account, ground, one)));
  const comparable = changed.filter((one) => one !== undefined);
  return comparable.length === 0 ? [] : lateChanges(comparable, run.declared);
}

/**
 * A declared return as it was frozen, and as it would be drawn today at the rates that were frozen. Of one
 * that was filed elsewhere the ledger held nothing.
 */
export async function loadChanged(
  account: string,
  { scheme, registrations, openings }: Pick<ReturnInput, "scheme" | "registrations" | "openings">,
  { period_key, registration_id, member_state_identification, filed_elsewhere }: DeclaredReturn,
): Promise<ChangedReturn | undefined> {
  const period = periodNamed(period_key);
  if (!period) return undefined;
  const locks = filed_elsewhere ? [] : await loadLocksOf(account, scheme.id, period_key);
  const frozen = filed_elsewhere
    ? { ...NOTHING, period_key }
    : locks.find((lock) => lock.registration_id === registration_id);
  if (!frozen) return undefined;
  const coverage = coverageToday(scheme, registrations, period, registration_id);
  const tallies = await loadTallies(account, returnBook(scheme, period_key));
  const published = await loadReturnRates(account, scheme, period, tallies);
  const ofPeriod = published.get(period_key) as PeriodRates;
  const recorded = withRecordedRates(ofPeriod, frozen.exchange_rates);
  const rates = new Map(published).set(period_key, recorded);
  const input = { scheme, period, registrations, coverage, tallies, rates, openings, late: [] };
  return changedReturn({ ...frozen, member_state_identification }, drawReturn(input));
}

const NOTHING = { rows: [], corrections: [], late_changes: [], exchange_rates: [] };
