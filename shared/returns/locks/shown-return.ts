import * as z from "zod";
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
import {
  loadReturnAndMarkers,
  loadReturnUnder,
  loadUnregisteredBeside,
} from "../load/load-return.ts";
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
  changed_lines: ChangedLines.nullable().describe("Null where `changed_since_lock` is null"),
};

const CURRENT =
  "The return that the ledger makes today, in responses whose own figures are the locked ones; null where `changed_since_lock` is null";
const LOCKED = "The return as it was locked, in previews, whose own figures are today's";

export const ReturnAnswer = Return.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: CurrentReturn.nullable().optional().describe(CURRENT),
      locked_return: LockedReturn.optional().describe(LOCKED),
    })
    .meta({ id: "LockOfReturn" })
    .optional()
    .describe(
      "The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it",
    ),
  ...recountField,
  ...unregistered,
}).meta({ id: "Return" });

/** The response with the return by Member State. */
export const BreakdownAnswer = CountryBreakdown.extend({
  lock: z
    .strictObject({
      ...lockFields,
      current_return: ByCountry.nullable().optional().describe(CURRENT),
      locked_return: ByCountry.optional().describe(LOCKED),
    })
    .meta({ id: "LockOfBreakdown" })
    .optional()
    .describe(
      "The lock of the return and the changes since, only where it is locked; in previews, only where they differ from it",
    ),
  ...recountField,
}).meta({ id: "CountryBreakdown" });

/** Returns the locked return with the current one beside it, or the preview of a return that is not locked. */
export const declaredReturn = (shown: ComparedLock | Covered) =>
  "lock" in shown
    ? {
        ...shown.locked_return,
        lock: { ...lockPart(shown), current_return: shown.current_return },
      }
    : shown.report;

/** Returns the locked return by Member State, or the preview of a return that is not locked. */
export const declaredBreakdown = (shown: ComparedLock | Covered) =>
  "lock" in shown
    ? {
        ...countryBreakdown(shown.locked_return),
        lock: {
          ...lockPart(shown),
          current_return: shown.current_return && countryBreakdown(shown.current_return),
        },
      }
    : countryBreakdown(shown.report);

/** Returns the lock of a preview with the locked return; false or undefined unless the two differ. */
export const lockBeside = (compared: ComparedLock | undefined) =>
  compared &&
  hasChanged(compared) && {
    lock: { ...lockPart(compared), locked_return: compared.locked_return },
  };

/** Returns the lock of a preview with the locked return by Member State; false or undefined unless the two differ. */
export const lockBesideBreakdown = (compared: ComparedLock | undefined) =>
  compared &&
  hasChanged(compared) && {
    lock: { ...lockPart(compared), locked_return: countryBreakdown(compared.locked_return) },
  };

/** The return that a view shows, with the input of the current one. */
type LoadedReturn<Shown> = {
  readonly shown: Shown;
  readonly input: ReturnInput;
  readonly unregistered: UnregisteredSupplies[];
  readonly recount_pending: RecountPending | null;
};

/** The return computed from the ledger, and the lock of its registration. */
export type ComputedPeriod = {
  readonly computed: ComputedReturn;
  readonly compared?: ComparedLock | undefined;
};

type Additions = {
  /** Adds to a preview what depends on more than its own sums; a locked return needs nothing added. */
  readonly refine?: (computed: Covered) => Covered | Promise<Covered>;
  /** True if the view names supplies of other schemes without a registration. */
  readonly unregistered?: boolean;
};

const unchanged = (computed: Covered): Covered => computed;

/** Loads what is read after the figures of a return, in one turn. */
async function loadAdditions(ledger: LedgerId, input: ReturnInput, { unregistered }: Additions) {
  const [found, recount_pending] = await Promise.all([
    unregistered ? loadUnregisteredBeside(ledger, input, loadSumsSoon) : [],
    loadPendingRecount(ledger, input.period),
  ]);
  return { unregistered: found, recount_pending };
}

/**
 * Loads what views of a period show: what was declared, beside the current return, or the preview of a return that is
 * not locked.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadShownReturn(
  ledger: LedgerId,
  request: RequestedReturn,
  additions: Additions = {},
): Promise<LoadedReturn<ComparedLock | Covered>> {
  const { registration_id } = request;
  const { compared, computed, input } = await loadCompared(ledger, request, (locks, current) =>
    // Of two registrations each makes a return, so the only lock need not be the requested one.
    current.status === "registration_conflict" && registration_id === undefined
      ? undefined
      : requestedLock(locks, registration_id),
  );
  const { refine = unchanged } = additions;
  const shown = compared ?? (await refine(requireReturn(computed)));
  return { shown, input, ...(await loadAdditions(ledger, input, additions)) };
}

/**
 * Loads the preview of a period from the current ledger, which the specification asks for, and its lock.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadPreview(
  ledger: LedgerId,
  request: Omit<RequestedReturn, "registration_id">,
  additions: Additions = {},
): Promise<LoadedReturn<Covered> & { readonly compared: ComparedLock | undefined }> {
  const whole = { ...request, registration_id: undefined };
  const { compared, computed, input } = await loadCompared(ledger, whole, lockOfPreview);
  const { refine = unchanged } = additions;
  const shown = await refine(requireReturn(computed));
  return { shown, compared, input, ...(await loadAdditions(ledger, input, additions)) };
}

/** A choice among the locks of a period; undefined if none is meant. */
type ChooseLock = (
  locks: readonly LockedPeriod[],
  computed: ComputedReturn,
) => LockedPeriod | undefined;

/** Chooses the lock of the registration that makes the preview: the only lock, or of two the one of that registration. */
const lockOfPreview: ChooseLock = ([only, ...more], computed) => {
  if (more.length === 0) return only;
  if (computed.status !== "covered") return undefined;
  return [only, ...more].find((lock) => lock?.registration_id === computed.registration.id);
};

async function loadCompared(
  ledger: LedgerId,
  { scheme, period, registration_id }: RequestedReturn,
  choose: ChooseLock,
) {
  const { input, markers } = await loadReturnAndMarkers(ledger, scheme, period, registration_id);
  return { input, ...(await compareWithLock(ledger, input, markers, choose)) };
}

/** Computes the preview of a period for a caller that has its input, and loads its lock. */
export const computeAndCompare = (ledger: LedgerId, input: ReturnInput, markers: PeriodMarkers) =>
  compareWithLock(ledger, input, markers, lockOfPreview);

/** Computes a return and compares it with its lock. The markers show if there is one, so an open period reads none. */
async function compareWithLock(
  ledger: LedgerId,
  input: ReturnInput,
  markers: PeriodMarkers,
  choose: ChooseLock,
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
  return isKnown
    ? known
    : loadReturnUnder(ledger, scheme, period, registrations, { coverage, markers });
}
