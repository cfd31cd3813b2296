import type { Period } from "../../core/calendar/period.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import { returnPartition } from "../../ledger/sums/sum-key.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import {
  type ComputedReturn,
  type Covered,
  computeReturn,
  type ReturnInput,
} from "../compute/compute.ts";
import { coverageToday } from "../compute/coverage.ts";
import { requireReturn } from "../compute/requirements.ts";
import { loadReturnAndMarkers, loadReturnUnder } from "../load/load-return.ts";
import { type ComparedLock, comparedLock } from "./compare-lock.ts";
import type { LockedPeriod } from "./locked-period.ts";
import type { PeriodMarkers } from "./period-markers.ts";
import { requestedLock } from "./state.ts";
import { loadLocksOf } from "./store-locks.ts";

/** The current return of a period and, if it is locked, its lock. */
type LoadedReturn<Shown> = {
  readonly shown: Shown;
  readonly input: ReturnInput;
  readonly recount_pending: RecountPending | null;
};

type LoadedLock = {
  readonly input: ReturnInput;
  readonly drawn: ComputedReturn;
  readonly compared: ComparedLock | undefined;
  readonly recount_pending: RecountPending | null;
};

/**
 * Loads what views of a period show: what was declared, beside the current return, or the preview of a return that is
 * not locked.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadShownReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<LoadedReturn<ComparedLock | Covered>> {
  const request = { account, scheme, period, registration_id };
  const { compared, drawn, ...loaded } = await loadCompared(request, (locks, current) =>
    // Of two registrations each makes a return, so the only lock need not be the requested one.
    current.status === "registration_conflict" && registration_id === undefined
      ? undefined
      : requestedLock(locks, registration_id),
  );
  return { ...loaded, shown: compared ?? requireReturn(drawn) };
}

/**
 * Loads the preview of a quarter from the current ledger, which the specification asks for, and its lock beside.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadPreview(
  account: string,
  scheme: Scheme,
  period: Period,
): Promise<LoadedReturn<Covered> & { readonly compared: ComparedLock | undefined }> {
  const { drawn, ...loaded } = await loadCompared({ account, scheme, period }, (locks, current) =>
    current.status === "covered" && locks.length > 1
      ? locks.find((lock) => lock.registration_id === current.registration.id)
      : locks[0],
  );
  return { ...loaded, shown: requireReturn(drawn) };
}

type Request = {
  readonly account: string;
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id?: number | undefined;
};

/** Loads a return and the lock that `choose` takes. The markers tell if there is one, so that an open period reads none. */
async function loadCompared(
  { account, scheme, period, registration_id }: Request,
  choose: (locks: readonly LockedPeriod[], drawn: ComputedReturn) => LockedPeriod | undefined,
): Promise<LoadedLock> {
  const { input, markers } = await loadReturnAndMarkers(account, scheme, period, registration_id);
  const drawn = computeReturn(input);
  const marked = markers.get(returnPartition(scheme, period.key));
  const lock = marked?.locks.length
    ? choose(await loadLocksOf(account, scheme.id, period.key), drawn)
    : undefined;
  const compared =
    lock && comparedLock(lock, await inputOf(account, input, markers, lock), markers);
  return { input, drawn, compared, recount_pending: await loadPendingRecount(account, period) };
}

/** Loads the input of the return that replaces a lock today: `known`, unless another registration makes it. */
async function inputOf(
  account: string,
  known: ReturnInput,
  markers: PeriodMarkers,
  { registration_id }: LockedPeriod,
): Promise<ReturnInput> {
  const { scheme, period, registrations } = known;
  const coverage = coverageToday(scheme, registrations, period, registration_id);
  const isKnown =
    coverage.status === "covered" &&
    known.coverage.status === "covered" &&
    coverage.registration.id === known.coverage.registration.id;
  return isKnown
    ? known
    : loadReturnUnder(account, scheme, period, registrations, { coverage, markers });
}
