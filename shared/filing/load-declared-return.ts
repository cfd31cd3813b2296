import type { Period } from "../core/calendar/dates.ts";
import { DomainError } from "../core/errors/errors.ts";
import type { LedgerId } from "../core/ids.ts";
import { loadPendingRecount } from "../ledger/recount/recount.ts";
import { loadProfile, loadRegistrations } from "../ledger/settings/store-settings.ts";
import { computeReturn } from "../returns/compute/compute.ts";
import { filingStateOf, requireReturn } from "../returns/compute/status.ts";
import { loadReturn } from "../returns/load/load-return.ts";
import { type ChangedPeriod, changedPeriods } from "../returns/locks/declared-returns.ts";
import type { LockedPeriod } from "../returns/locks/locked-period.ts";
import type { SignedLock } from "../returns/locks/signers.ts";
import { type PeriodState, requestedLock, stateOf } from "../returns/locks/state.ts";
import { loadLocksOf, loadMarkers } from "../returns/locks/store-locks.ts";
import type { RequestedReturn } from "../returns/path-schema.ts";
import type { Scheme } from "../vat/schemes/scheme.ts";
import { SCHEMES } from "../vat/schemes/schemes.ts";
import { profileOn } from "../vat/seller/profile.ts";
import type { Registration } from "../vat/seller/registration.ts";
import { neutralReturn } from "./portal-files/neutral-return.ts";
import type { KnownEstablishments } from "./portal-files/numbers.ts";
import type { CheckedReturn } from "./portal-files/row-findings.ts";

/** Loads the locked periods of all schemes whose returns may have changed. */
export async function loadChangedPeriods(ledger: LedgerId): Promise<ChangedPeriod[]> {
  const [{ items }, markers] = await Promise.all([
    loadRegistrations(ledger),
    Promise.all(SCHEMES.map(({ partitionPrefix }) => loadMarkers(ledger, partitionPrefix))),
  ]);
  return SCHEMES.flatMap((scheme, n) => changedPeriods(scheme, items, markers[n] ?? new Map()));
}

/** The return from which files are made: the locked one, or the current one of an open period. */
type LoadedReturn = Omit<CheckedReturn, "rates"> & {
  readonly state: PeriodState;
  readonly registration_id: number;
  /** The authors of a lock; absent for an open return. */
  readonly signed?: SignedLock;
};

/**
 * Loads the locked return of a period or, if it is open, its preview.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadDeclaredReturn(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  registration_id: number | undefined,
): Promise<LoadedReturn> {
  const [locks, { items }] = await Promise.all([
    loadLocksOf(ledger, scheme.id, period.key),
    loadRegistrations(ledger),
  ]);
  const lock = requestedLock(locks, registration_id);
  if (lock) return lockedReturn(lock, items);
  const { input } = await loadReturn(ledger, { scheme, period, registration_id });
  const recount_pending = await loadPendingRecount(ledger, period);
  const computed = requireReturn(computeReturn(input));
  return {
    state: "open",
    registration_id: computed.registration.id,
    neutral: neutralReturn(computed.report, computed.registration, input.registrations),
    open_points: openDetail(filingStateOf(computed)),
    recount_pending: recount_pending !== null,
  };
}

function lockedReturn(lock: LockedPeriod, registrations: readonly Registration[]): LoadedReturn {
  // Registrations are never removed.
  const own = registrations.find(({ id }) => id === lock.registration_id) as Registration;
  return {
    state: stateOf(lock),
    registration_id: own.id,
    neutral: neutralReturn(lock, own, registrations),
    signed: lock,
    open_points: openDetail(lock),
    recount_pending: false,
  };
}

const openDetail = ({
  filing_status,
  filing_status_detail,
}: Pick<LockedPeriod, "filing_status" | "filing_status_detail">): string | null =>
  filing_status === "review_required" ? filing_status_detail : null;

/**
 * Loads the return for a file: of a locked period, or a draft of an open one.
 * @throws DomainError also `period_not_locked`, `period_already_locked`
 */
export async function loadReturnForFile(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  { registration_id, draft }: { registration_id?: number | undefined; draft: boolean },
): Promise<LoadedReturn> {
  const loaded = await loadDeclaredReturn(ledger, scheme, period, registration_id);
  const isOpen = loaded.state === "open";
  if (isOpen && !draft) {
    const message = `${period.key} is not locked; lock it, or ask for a draft with "draft": true`;
    throw new DomainError("period_not_locked", message);
  }
  if (!isOpen && draft) {
    const message = `${period.key} is locked, so its file is no draft; leave out "draft"`;
    throw new DomainError("period_already_locked", message);
  }
  return loaded;
}

/** Loads the masked numbers of the account's establishments, as of the last day of the period. */
export async function loadKnownEstablishments(
  ledger: LedgerId,
  { lastDay }: Period,
): Promise<KnownEstablishments> {
  return profileOn(await loadProfile(ledger), lastDay).fixed_establishments;
}

/**
 * Loads the locked return of a period, whose figures are those that were declared.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function loadLockedReturn(
  ledger: LedgerId,
  { scheme, period, registration_id }: RequestedReturn,
): Promise<LockedPeriod> {
  const lock = requestedLock(await loadLocksOf(ledger, scheme.id, period.key), registration_id);
  if (lock) return lock;
  const message = `${period.key} is not locked; what it declares is known when it is locked`;
  throw new DomainError("period_not_locked", message);
}
