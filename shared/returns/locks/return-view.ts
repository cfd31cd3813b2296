import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { type RecountPending, recountField } from "../../ledger/recount/recount-view.ts";
import { loadSumsSoon } from "../../ledger/sums/store-sums.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import {
  type ComputedReturn,
  type Covered,
  computeReturn,
  countryBreakdown,
  type ReturnInput,
} from "../compute/compute.ts";
import { coverageToday } from "../compute/coverage.ts";
import { requireReturn } from "../compute/status.ts";
import { assumptionIn, submissionField } from "../compute/submission.ts";
import { loadReturn, loadUnregistered } from "../load/load-return.ts";
import type { RequestedReturn } from "../path-schema.ts";
import { CountryBreakdown, Return, type UnregisteredSupplies, unregistered } from "../schema.ts";
import { ChangedLines } from "./changed-lines.ts";
import { type ComparedLock, comparedLock } from "./compare-lock.ts";
import type { LockedPeriod, PeriodMarkers } from "./locked-period.ts";
import { LockedReturn, lockIdentity, sinceFields } from "./schema.ts";
import { requestedLock } from "./state.ts";
import { loadLocksOf } from "./store-locks.ts";
import { hasChanged, lockPart } from "./view.ts";

const CurrentReturn = Return.meta({
  id: "CurrentReturn",
  description: "The return that the ledger makes today",
});

const ByCountry = CountryBreakdown.meta({ id: "ReturnByCountry" });

const lockFields = {
  ...lockIdentity,
  ...sinceFields,
  changed_lines: ChangedLines.nullable().describe(
    "Rows and corrections that changed since the lock; null where `changed_since_lock` is null",
  ),
};

const CURRENT =
  "The return that the ledger makes today, in responses whose own figures are the locked ones; null in previews, and where `changed_since_lock` is null";
const LOCKED =
  "The return as it was locked, in previews, whose own figures are today's; null in other responses";
const LOCK =
  "The lock of the return and the changes since; null where it is not locked, and in previews that do not differ from it";

export const ReturnAnswer = Return.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: CurrentReturn.nullable().describe(CURRENT),
      locked_return: LockedReturn.nullable().describe(LOCKED),
    })
    .meta({ id: "LockOfReturn" })
    .nullable()
    .describe(LOCK),
  ...recountField,
  ...submissionField,
  supplies_without_registration: unregistered.supplies_without_registration
    .unwrap()
    .describe(
      "Supplies of other schemes, in the quarter of the return; empty where there are none",
    ),
}).meta({ id: "Return" });

/** The response with the return by Member State. */
export const BreakdownAnswer = CountryBreakdown.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: ByCountry.nullable().describe(CURRENT),
      locked_return: ByCountry.nullable().describe(LOCKED),
    })
    .meta({ id: "LockOfBreakdown" })
    .nullable()
    .describe(LOCK),
  ...recountField,
  ...submissionField,
}).meta({ id: "CountryBreakdown" });

/** Returns a return unchanged: the view of all its figures. */
export const wholeReturn = (report: Return): Return => report;

/** Returns the locked figures and their lock with the current ones, or the figures of a return that is not locked. */
export const declaredFigures = <View extends object>(
  figures: ComparedLock | Covered,
  viewOf: (report: Return) => View,
) =>
  "lock" in figures
    ? {
        ...viewOf(figures.locked_return),
        lock: {
          ...lockPart(figures),
          current_return: figures.current_return && viewOf(figures.current_return),
          locked_return: null,
        },
      }
    : viewOf(figures.report);

/** Returns the lock from which a preview differs, with the locked figures; null without one. */
export const lockOfPreview = <View>(
  compared: ComparedLock | undefined,
  viewOf: (report: Return) => View,
) =>
  compared && hasChanged(compared)
    ? {
        ...lockPart(compared),
        current_return: null,
        locked_return: viewOf(compared.locked_return),
      }
    : null;

/** The current return of a period, compared with its lock if it has one. */
export type ComputedPeriod = {
  readonly computed: ComputedReturn;
  readonly compared?: ComparedLock | undefined;
};

type ViewedReturn = {
  /** The figures of the view: those of the lock, or of the current ledger. */
  readonly figures: ComparedLock | Covered;
  readonly compared?: ComparedLock | undefined;
  readonly input: ReturnInput;
  readonly unregistered: UnregisteredSupplies[];
  readonly recount_pending: RecountPending | null;
};

/** The options of a view. */
export type ViewOptions = {
  /** `declared`: the figures of the lock, if any. `current`: always those of the ledger, as the specification has it. */
  readonly figures: "declared" | "current";
  /** Adds findings that depend on more than the sums of the return; a locked return needs none. */
  readonly findings?: ((ledger: LedgerId, computed: Covered) => Promise<Covered>) | undefined;
  /** True if the view names supplies of other schemes without a registration. */
  readonly unregistered?: boolean;
};

/**
 * Loads the return of a period for a view, compared with its lock.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadReturnView(
  ledger: LedgerId,
  request: RequestedReturn,
  { figures: basis, findings, unregistered }: ViewOptions,
): Promise<ViewedReturn> {
  const recount = unregistered === true;
  const { input, markers, ...noted } = await loadReturn(ledger, request, undefined, { recount });
  const choose = basis === "declared" ? lockOfRequest(request) : lockOfCurrent;
  const { computed, compared } = await compareWithLock(ledger, input, markers, choose);
  const figures =
    basis === "declared" && compared
      ? compared
      : ((await findings?.(ledger, requireReturn(computed))) ?? requireReturn(computed));
  const [found, recount_pending] = await Promise.all([
    unregistered ? loadUnregistered(ledger, { ...input, ...noted }, loadSumsSoon) : [],
    loadPendingRecount(ledger, input.period),
  ]);
  return { figures, compared, input, unregistered: found, recount_pending };
}

type Viewing = Pick<ViewOptions, "figures"> & { readonly today: IsoDate };

/** Loads the response with the return of a period by Member State. */
export const loadBreakdown = async (
  ledger: LedgerId,
  request: RequestedReturn,
  { figures, today }: Viewing,
) => responseOf(await loadReturnView(ledger, request, { figures }), today, countryBreakdown);

/** Loads the response with the return of a period, and the supplies of other schemes that no return declares. */
export async function loadWholeReturn(
  ledger: LedgerId,
  request: RequestedReturn,
  { figures, today }: Viewing,
) {
  const view = await loadReturnView(ledger, request, { figures, unregistered: true });
  return {
    ...responseOf(view, today, wholeReturn),
    supplies_without_registration: view.unregistered,
  };
}

const responseOf = <View extends object>(
  { figures, compared, recount_pending }: ViewedReturn,
  today: IsoDate,
  viewOf: (report: Return) => View,
) => ({
  lock: lockOfPreview(figures === compared ? undefined : compared, viewOf),
  ...declaredFigures(figures, viewOf),
  recount_pending,
  submission_assumption: compared || "lock" in figures ? null : assumptionIn(figures, today),
});

/** A choice among the locks of a period; undefined if none is meant. */
type ChooseLock = (
  locks: readonly LockedPeriod[],
  computed: ComputedReturn,
) => LockedPeriod | undefined;

/** Chooses the lock of the requested registration. */
const lockOfRequest =
  ({ registration_id }: RequestedReturn): ChooseLock =>
  (locks, current) =>
    // Of two registrations each makes a return, so the only lock need not be the requested one.
    current.status === "registration_conflict" && registration_id === undefined
      ? undefined
      : requestedLock(locks, registration_id);

/** Chooses the lock of the registration that makes the current return: the only lock, or of two the one of that registration. */
const lockOfCurrent: ChooseLock = ([only, ...more], computed) => {
  if (more.length === 0) return only;
  if (computed.status !== "covered") return undefined;
  return [only, ...more].find((lock) => lock?.registration_id === computed.registration.id);
};

/** Computes a return and compares it with its lock. The markers tell if it has one, so that an open period reads none. */
export async function compareWithLock(
  ledger: LedgerId,
  input: ReturnInput,
  markers: PeriodMarkers,
  choose: ChooseLock = lockOfCurrent,
): Promise<ComputedPeriod> {
  const { scheme, period } = input;
  const computed = computeReturn(input);
  const marked = markers.get(returnPartition(scheme, period.key));
  const lock = marked?.locks.length
    ? choose(await loadLocksOf(ledger, scheme.id, period.key), computed)
    : undefined;
  const compared = lock && comparedLock(lock, await inputOf(ledger, input, markers, lock), markers);
  return { computed, compared };
}

/** Loads the input of the return that replaces a lock today: `known`, unless another registration makes it. */
async function inputOf(
  ledger: LedgerId,
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
  if (isKnown) return known;
  return (await loadReturn(ledger, { scheme, period }, { registrations, coverage, markers })).input;
}
