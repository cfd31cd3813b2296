import {
  type IsoDate,
  monthsOf,
  type Period,
  periodBefore,
  periodNamed,
  quarterOn,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { jsonInteger } from "../../core/money/money.ts";
import { mayCountIn, type RecountState } from "../../ledger/recount/recount-state.ts";
import {
  loadRegistrations,
  loadRegistrationsAndRates,
} from "../../ledger/settings/store-settings.ts";
import { loadStableSums, loadSums, type StableSums } from "../../ledger/sums/store-sums.ts";
import {
  namedPeriodOf,
  parseReturnKey,
  type RunningSum,
  returnPartition,
} from "../../ledger/sums/sum.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import { loadPeriodRates } from "../../vat/exchange-rates/store-exchange-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import { computeReturn, type ReturnInput } from "../compute/compute.ts";
import { type Coverage, coverageOf, coverageToday } from "../compute/coverage.ts";
import { type ChangedReturn, changedReturn, lateChanges } from "../compute/late-changes.ts";
import { type DeclaredReturn, lockedRun, withRecordedRates } from "../locks/declared-returns.ts";
import { openingsIn, type PeriodMarkers } from "../locks/locked-period.ts";
import { loadLocksOf, loadMarkers, loadRecordedRates } from "../locks/store-locks.ts";
import type { RequestedReturn } from "../path-schema.ts";
import type { LateChange, UnregisteredSupplies } from "../schema.ts";

/**
 * Counts the supplies of a period, or of the quarter around a month, that belong to a scheme without a registration.
 * Supplies that rightly belong in no return are not counted, nor those of `scheme`, if given. With `recount`, nothing is
 * read of schemes in whose periods no event of the account counts.
 */
export async function loadUnregistered(
  ledger: LedgerId,
  {
    scheme: own,
    period,
    registrations,
    recount,
  }: Partial<Report & Noted> & Pick<Report, "period" | "registrations">,
  load = loadSums,
): Promise<UnregisteredSupplies[]> {
  const quarter = quarterOn(period.firstDay);
  const schemes = SCHEMES.filter(({ period_kind }) => !recount || mayCountIn(recount, period_kind));
  const open = schemes.flatMap((scheme) =>
    (scheme.period_kind === "month" ? monthsOf(quarter) : [quarter])
      .filter(
        (period) => inForce(registrations, scheme.id, period.firstDay, period.lastDay).length === 0,
      )
      .map((period) => ({ scheme, one: period })),
  );
  const counted = await Promise.all(
    open.map(async ({ scheme, one }) => ({
      scheme_type: scheme.id,
      period_key: one.key as UnregisteredSupplies["period_key"],
      event_count: countOf(await load(ledger, returnPartition(scheme, one.key))),
    })),
  );
  return counted.filter(
    ({ scheme_type, event_count }) => scheme_type !== own?.id && event_count > 0,
  );
}

/** Counts the supplies without a registration of the running quarter and the one before. */
export async function loadRecentUnregistered(
  ledger: LedgerId,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<UnregisteredSupplies[]> {
  const running = quarterOn(today);
  const counted = await Promise.all(
    [periodBefore(running), running].map((period) =>
      loadUnregistered(ledger, { period, registrations }),
    ),
  );
  return counted.flat();
}

const countOf = (sums: readonly RunningSum[]): number =>
  jsonInteger(
    sums
      .filter(({ key }) => mayBeDeclared(key))
      .reduce((count, { amounts }) => count + (amounts["event_count"] ?? 0n), 0n),
  );

function mayBeDeclared(key: string): boolean {
  const parsed = parseReturnKey(key);
  if (parsed.family === "excluded") return parsed.status === "open";
  return parsed.family !== "check";
}

/** Loads the rates of a period, unless they are known, and of every period that its corrections refer to. */
async function loadReturnRates(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  sums: readonly RunningSum[],
  own: PeriodRates | Promise<PeriodRates> = loadPeriodRates(period),
): Promise<ReadonlyMap<string, PeriodRates>> {
  const rates = await Promise.all([
    own,
    ...correctedPeriods(sums).map((correctedPeriod) =>
      correctedRates(ledger, scheme, correctedPeriod),
    ),
  ]);
  return new Map(rates.map((rate) => [rate.period, rate]));
}

/** Loads the rates that an earlier period was declared with, if it is locked. */
export async function correctedRates(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
): Promise<PeriodRates> {
  const [published, recorded] = await Promise.all([
    loadPeriodRates(period),
    loadRecordedRates(ledger, scheme.id, period.key),
  ]);
  return withRecordedRates(published, recorded);
}

function correctedPeriods(sums: readonly RunningSum[]): Period[] {
  const keys = sums
    .map(({ key }) => parseReturnKey(key))
    .filter((key) => key.family === "correction");
  const periods = new Set(keys.map((key) => key.original_period));
  return [...periods].map(periodNamed).filter((period) => period !== undefined);
}

type Report = Pick<ReturnInput, "scheme" | "period" | "registrations" | "coverage">;

/** Loads the late changes of declared returns that the period's return declares. */
async function loadLateChanges(
  ledger: LedgerId,
  report: Report,
  markers: PeriodMarkers,
): Promise<readonly LateChange[]> {
  const run = lockedRun(report, markers);
  if (!("changed" in run)) return run.frozen;
  const context = { ...report, openings: openingsIn(markers) };
  const changed = await Promise.all(
    run.changed.map((declaredReturn) => loadChanged(ledger, context, declaredReturn)),
  );
  const comparable = changed.filter((change) => change !== undefined);
  return comparable.length === 0 ? [] : lateChanges(comparable, run.declared, report.period);
}

/**
 * Loads a declared return twice: as it was frozen, and from the current ledger at the frozen rates. For a return that
 * was filed elsewhere, the frozen amounts from the ledger are empty.
 */
export async function loadChanged(
  ledger: LedgerId,
  context: DeclaredContext,
  declared: DeclaredReturn,
): Promise<ChangedReturn | undefined> {
  const found = await loadDeclaredInput(ledger, context, declared);
  if (!found) return undefined;
  const { member_state_identification } = declared;
  return changedReturn(
    { ...found.frozen, member_state_identification },
    computeReturn(found.input),
  );
}

type DeclaredContext = Pick<ReturnInput, "scheme" | "registrations" | "openings">;

/** Loads what a declared return is computed from today, at the rates that it was declared with. */
export async function loadDeclaredInput(
  ledger: LedgerId,
  { scheme, registrations, openings }: DeclaredContext,
  { period_key, registration_id, filed_elsewhere }: DeclaredReturn,
) {
  const period = periodNamed(period_key);
  if (!period) return undefined;
  const locks = filed_elsewhere ? [] : await loadLocksOf(ledger, scheme.id, period_key);
  const frozen = filed_elsewhere
    ? { ...NOTHING, period_key }
    : locks.find((lock) => lock.registration_id === registration_id);
  if (!frozen) return undefined;
  const coverage = coverageToday(scheme, registrations, period, registration_id);
  const sums = await loadSums(ledger, returnPartition(scheme, period_key));
  const published = await loadReturnRates(ledger, scheme, period, sums);
  const ofPeriod = published.get(period_key) as PeriodRates;
  const recorded = withRecordedRates(ofPeriod, frozen.exchange_rates);
  const rates = new Map(published).set(period_key, recorded);
  const input: ReturnInput = {
    scheme,
    period,
    registrations,
    coverage,
    sums,
    rates,
    openings,
    late: [],
  };
  return { frozen, input };
}

const NOTHING = { rows: [], corrections: [], late_changes: [], exchange_rates: [] };

/** What a caller has read already. */
type Known = {
  readonly registrations: readonly Registration[];
  readonly coverage?: Coverage | undefined;
  /** The markers of the scheme. */
  readonly markers?: PeriodMarkers | undefined;
};

type LoadedReturn = { readonly input: ReturnInput; readonly markers: PeriodMarkers };

/** The state of the recount, which tells the kinds of periods that events count in. */
type Noted = { readonly recount?: RecountState };

/**
 * Loads the input of the current return of a period, and the markers of its scheme; only the rest of what is `known`,
 * and with `recount` the recount's state in the same call.
 * `registration_id` chooses between the returns of two consecutive registrations in the period.
 */
export async function loadReturn(
  ledger: LedgerId,
  { scheme, period, registration_id }: RequestedReturn,
  known?: Known,
  options?: { readonly recount: boolean },
): Promise<LoadedReturn & Noted> {
  const [{ registrations, rates, ...noted }, sums, markers] = await Promise.all([
    known ? withRates(known, period) : loadRegistrationsAndRates(ledger, period, options),
    loadSums(ledger, returnPartition(scheme, period.key)),
    known?.markers ?? loadMarkers(ledger, scheme.partitionPrefix),
  ]);
  const coverage = known?.coverage ?? coverageOf(scheme, registrations, period, registration_id);
  const report = { scheme, period, registrations, coverage, sums };
  return { ...(await complete(ledger, report, rates, markers)), ...noted };
}

const withRates = async ({ registrations }: Known, period: Period) => ({
  registrations,
  rates: await loadPeriodRates(period),
});

/**
 * Loads the input of the return of a period with all sums at one point in time, so that a frozen return never contains
 * half a commit.
 * @throws DomainError `not_ready` if the period is written to continuously.
 */
export async function loadStableReturn(
  ledger: LedgerId,
  { scheme, period, registration_id }: RequestedReturn,
): Promise<LoadedReturn & Pick<StableSums, "left_out" | "changes">> {
  const [{ items }, { sums, ...stable }] = await Promise.all([
    loadRegistrations(ledger),
    loadStableSums(ledger, returnPartition(scheme, period.key)),
  ]);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const input = { scheme, period, registrations: items, coverage, sums };
  return { ...(await complete(ledger, input)), ...stable };
}

const NO_MARKERS: PeriodMarkers = new Map();

/** Loads the rules that sort single events of a period. */
export async function loadReturnRules(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnRules> {
  const sums = await loadSums(ledger, returnPartition(scheme, period.key));
  const [rates, markers] = await Promise.all([
    loadReturnRates(ledger, scheme, period, sums),
    // Only corrections that name their period depend on openings.
    sums.some(({ key }) => namedPeriodOf(key))
      ? loadMarkers(ledger, scheme.partitionPrefix)
      : NO_MARKERS,
  ]);
  return { scheme, period, registrations, coverage, rates, openings: openingsIn(markers) };
}

/** Loads the rates of a return, and the amounts declared in other returns that it continues from. */
async function complete(
  ledger: LedgerId,
  report: Omit<ReturnInput, "rates" | "late" | "openings">,
  own?: PeriodRates,
  known?: PeriodMarkers,
): Promise<LoadedReturn> {
  const { scheme, period, sums } = report;
  const [rates, { late, markers }] = await Promise.all([
    loadReturnRates(ledger, scheme, period, sums, own),
    loadDeclared(ledger, report, known),
  ]);
  return { input: { ...report, rates, late, openings: openingsIn(markers) }, markers };
}

async function loadDeclared(ledger: LedgerId, report: Report, known?: PeriodMarkers) {
  const markers = known ?? (await loadMarkers(ledger, report.scheme.partitionPrefix));
  return { late: await loadLateChanges(ledger, report, markers), markers };
}
