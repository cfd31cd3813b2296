import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { computeReturn } from "../compute/compute.ts";
import { coverageOf } from "../compute/coverage.ts";
import { loadDirectDeclarations } from "../load/load-direct-declarations.ts";
import { loadChanged, loadReturn } from "../load/load-return.ts";
import { filedElsewhere, mayDiffer, ownReturn } from "../locks/declared-returns.ts";
import {
  type LockedPeriod,
  lockMarkOf,
  openingsIn,
  type PeriodMarkers,
} from "../locks/locked-period.ts";
import { loadLocksOf, loadMarkers } from "../locks/store-locks.ts";
import type { Return } from "../schema.ts";
import { correctablePeriods, type LockedReturn, reconcile } from "./reconcile.ts";
import type { Reconciliation } from "./schema.ts";

/** The account and scheme of a reconciliation, with its registrations. */
type ReconciliationPartitions = {
  readonly ledger: LedgerId;
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

/**
 * Loads, for each period that can still be corrected, the amounts declared in locked returns, the amounts of open
 * returns, and the amounts of the ledger on the day `today`.
 */
export async function loadReconciliation(
  ledger: LedgerId,
  scheme: Scheme,
  today: IsoDate,
): Promise<Reconciliation> {
  const [{ items: registrations }, markers] = await Promise.all([
    loadRegistrations(ledger),
    loadMarkers(ledger, scheme.partitionPrefix),
  ]);
  const partitions = { ledger, scheme, registrations, markers };
  const isLocked = ({ key }: Period): boolean =>
    (markers.get(returnPartition(scheme, key))?.locks.length ?? 0) > 0;
  const periods = correctablePeriods(scheme, today, isLocked);
  const oldest = periods.findIndex(isLocked);
  const span = oldest === -1 ? [] : periods.slice(oldest);
  const locked = (await Promise.all(span.map((period) => loadLocked(partitions, period)))).flat();
  const open = (await Promise.all(span.map((period) => drawOpen(partitions, period)))).flat();
  const elsewhere = (
    await Promise.all(span.map((period) => loadElsewhere(partitions, period)))
  ).flat();
  return {
    scheme_type: scheme.id,
    as_of: today,
    from: (periods[0] as Period).key,
    locked_periods: distinct(locked.map(({ frozen }) => frozen.period_key)),
    open_periods: distinct(open.map(({ period_key }) => period_key)),
    ...reconcile(locked, open, elsewhere),
    direct_declarations: await loadDirectDeclarations(ledger, [scheme], registrations, today),
    recount_pending: await loadPendingRecount(ledger),
  };
}

const distinct = (keys: readonly PeriodKey[]): PeriodKey[] => [...new Set(keys)].sort();

async function loadLocked(
  partitions: ReconciliationPartitions,
  { key }: Period,
): Promise<LockedReturn[]> {
  const { locks = [], changes = 0 } =
    partitions.markers.get(returnPartition(partitions.scheme, key)) ?? {};
  if (locks.length === 0) return [];
  const snapshots = await loadLocksOf(partitions.ledger, partitions.scheme.id, key);
  return Promise.all(
    snapshots.map(async (frozen) => ({
      frozen,
      today: await asOfToday(partitions, frozen, changes),
    })),
  );
}

/** Returns the current amounts of a locked return; the frozen ones if two registrations would make the return. */
async function asOfToday(
  { ledger, scheme, registrations, markers }: ReconciliationPartitions,
  frozen: LockedPeriod,
  changes: number,
): Promise<LockedReturn["today"]> {
  const declared = { ...lockMarkOf(frozen), filed_elsewhere: false };
  if (!mayDiffer(scheme, registrations, declared, changes)) return frozen;
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const changed = await loadChanged(ledger, context, declared);
  return changed ? { ...changed.today, return_currency: frozen.return_currency } : frozen;
}

/** Computes the externally filed returns of a period from the events that were added to the ledger since. */
async function loadElsewhere(
  partitions: ReconciliationPartitions,
  { key }: Period,
): Promise<LockedReturn["today"][]> {
  const { ledger, scheme, registrations, markers } = partitions;
  const { openings = [], changes = 0 } = markers.get(returnPartition(scheme, key)) ?? {};
  if (changes === 0) return [];
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const changed = await Promise.all(
    openings.map(async (opening) => {
      const found = await loadChanged(ledger, context, filedElsewhere(opening));
      return found && { ...found.today, return_currency: opening.return_currency };
    }),
  );
  return changed.filter((change) => change !== undefined);
}

/** Computes the undeclared returns of a period: one for each registration that makes one. */
async function drawOpen(
  { ledger, scheme, registrations, markers }: ReconciliationPartitions,
  period: Period,
): Promise<Return[]> {
  const report = { scheme, period, registrations };
  const activeRegistrations = inForce(
    registrations,
    scheme.id,
    period.firstDay,
    period.lastDay,
  ).filter((row) => !ownReturn(report, row, markers));
  const computed = await Promise.all(
    activeRegistrations.map(async ({ id }) => {
      const coverage = coverageOf(scheme, registrations, period, id);
      const known = { registrations, coverage };
      return computeReturn((await loadReturn(ledger, { scheme, period }, known)).input);
    }),
  );
  return computed.flatMap((computedReturn) =>
    computedReturn.status === "covered" ? [computedReturn.report] : [],
  );
}
