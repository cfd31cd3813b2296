import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { loadPeriodRates } from "../../ledger/rates/store-rates.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { loadStableSums, loadSums } from "../../ledger/sums/store-sums.ts";
import type { RunningSum } from "../../ledger/sums/sum.ts";
import { namedPeriodOf, parseReturnKey, returnPartition } from "../../ledger/sums/sum-key.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import { computeReturn, type ReturnInput } from "../compute/compute.ts";
import { type Coverage, coverageOf, coverageToday } from "../compute/coverage.ts";
import { type ChangedReturn, changedReturn, lateChanges } from "../compute/late-changes.ts";
import { type DeclaredReturn, lockedRun, withRecordedRates } from "../locks/declared-returns.ts";
import { openingsIn, type PeriodMarkers } from "../locks/period-markers.ts";
import { loadLocksOf, loadRecordedRates } from "../locks/store-locks.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import type { LateChange } from "../schema.ts";
import { loadReturnContext } from "./store-return-context.ts";

/** The rates of a period, unless they are known, and of every period that its corrections go back to. */
async function loadReturnRates(
  account: string,
  scheme: Scheme,
  period: Period,
  sums: readonly RunningSum[],
  own: PeriodRates | Promise<PeriodRates> = loadPeriodRates(period),
): Promise<ReadonlyMap<string, PeriodRates>> {
  const rates = await Promise.all([
    own,
    ...correctedPeriods(sums).map((one) => correctedRates(account, scheme, one)),
  ]);
  return new Map(rates.map((one) => [one.period, one]));
}

/** What an earlier period was declared with, if it is locked. */
async function correctedRates(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    loadPeriodRates(period),
    loadRecordedRates(account, scheme.id, period.key),
  ]);
  return withRecordedRates(published, recorded);
}

/** The earlier periods that corrections go back to. */
function correctedPeriods(sums: readonly RunningSum[]): Period[] {
  const keys = sums
    .map(({ key }) => parseReturnKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(periodNamed).filter((period) => period !== undefined);
}

type Report = Pick<ReturnInput, "scheme" | "period" | "registrations" | "coverage">;

/** What the period's return declares of declared ones that have changed since. */
async function loadLateChanges(
  account: string,
  report: Report,
  markers: PeriodMarkers,
): Promise<readonly LateChange[]> {
  const run = lockedRun(report, markers);
  if (!("changed" in run)) return run.frozen;
  const context = { ...report, openings: openingsIn(markers) };
  const changed = await Promise.all(run.changed.map((one) => loadChanged(account, context, one)));
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
  const sums = await loadSums(account, returnPartition(scheme, period_key));
  const published = await loadReturnRates(account, scheme, period, sums);
  const ofPeriod = published.get(period_key) as PeriodRates;
  const recorded = withRecordedRates(ofPeriod, frozen.exchange_rates);
  const rates = new Map(published).set(period_key, recorded);
  const input = {
    scheme,
    period,
    registrations,
    coverage,
    sums,
    rates,
    openings,
    late: [],
  };
  return changedReturn({ ...frozen, member_state_identification }, computeReturn(input));
}

const NOTHING = { rows: [], corrections: [], late_changes: [], exchange_rates: [] };

/**
 * Everything the return of a period is made of, as it stands; `registration_id` chooses between the
 * returns of two registrations that follow one another in the period.
 */
export async function loadReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<ReturnInput> {
  const [{ registrations, rates }, sums, markers] = await Promise.all([
    loadReturnContext(account, period),
    loadSums(account, returnPartition(scheme, period.key)),
    loadMarkers(account, scheme.partitionPrefix),
  ]);
  const { items } = registrations;
  const coverage = coverageOf(scheme, items, period, registration_id);
  const report = { scheme, period, registrations: items, coverage, sums };
  return complete(account, report, rates, markers);
}

/** The same, and whether it may still change. */
export async function loadReturnWithRecount(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
) {
  const input = await loadReturn(account, scheme, period, registration_id);
  return { input, recount_pending: await loadPendingRecount(account, period) };
}

/**
 * The same with all sums as of one moment: a return that is frozen must not hold half of a commit.
 * @throws DomainError `not_ready` when the period is being written to all the time.
 */
export async function loadStableReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<{ readonly input: ReturnInput; readonly changes: number }> {
  const [{ items }, { sums, changes }] = await Promise.all([
    loadRegistrations(account),
    loadStableSums(account, returnPartition(scheme, period.key)),
  ]);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const input = { scheme, period, registrations: items, coverage, sums };
  return { input: await complete(account, input), changes };
}

/** The same for a caller who has the registrations, and may say which of them makes the return. */
export async function loadReturnUnder(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnInput> {
  const sums = await loadSums(account, returnPartition(scheme, period.key));
  return complete(account, { scheme, period, registrations, coverage, sums });
}

const NO_MARKERS: PeriodMarkers = new Map();

/** What decides on the events of a period one by one. */
export async function loadReturnRules(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnRules> {
  const sums = await loadSums(account, returnPartition(scheme, period.key));
  const [rates, markers] = await Promise.all([
    loadReturnRates(account, scheme, period, sums),
    // Only what names its period depends on what was filed elsewhere.
    sums.some(({ key }) => namedPeriodOf(key))
      ? loadMarkers(account, scheme.partitionPrefix)
      : NO_MARKERS,
  ]);
  return { scheme, period, registrations, coverage, rates, openings: openingsIn(markers) };
}

/** Reads what is missing of a return, but for what is known. */
async function complete(
  account: string,
  report: Omit<ReturnInput, "rates" | "late" | "openings">,
  own?: PeriodRates,
  markers?: PeriodMarkers,
): Promise<ReturnInput> {
  const { scheme, period, sums } = report;
  const [rates, declared] = await Promise.all([
    loadReturnRates(account, scheme, period, sums, own),
    loadDeclared(account, report, markers),
  ]);
  return { ...report, rates, ...declared };
}

/** What other returns have declared, as far as this one goes on from it. */
async function loadDeclared(
  account: string,
  report: Omit<ReturnInput, "rates" | "late" | "openings">,
  known?: PeriodMarkers,
): Promise<Pick<ReturnInput, "late" | "openings">> {
  const markers = known ?? (await loadMarkers(account, report.scheme.partitionPrefix));
  return { late: await loadLateChanges(account, report, markers), openings: openingsIn(markers) };
}
