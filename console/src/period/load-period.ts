import {
  ApiError,
  type CheckCount,
  type CorrectionBelowZero,
  type CurrentReturn,
  type DueReturn,
  type LockedPeriodList,
  type LockedReturn,
  NotFoundError,
  type Opening,
  type Return,
  type ReturnQuestion,
  type TaxRegistration,
  type VatClient,
} from "../../../client/src/eu-vat-client.ts";
import {
  dayOf,
  type IsoDate,
  type Period,
  periodNamed,
  quarterKeyOn,
} from "../../../shared/core/calendar/dates.ts";
import type { KnownReturns } from "../overview/overview-context.ts";
import { slugOf } from "../shell/page.ts";
import {
  chosenRegistration,
  parametersOf,
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
  registrationsWithReturn,
} from "./return-identity.ts";

/** The lock of a period, with the changes since. */
export type Lock = NonNullable<LockedPeriodList["current_period"]>;

type Readiness = {
  /** Undefined of a running return that only the overview tells of. */
  readonly status: string | undefined;
  readonly checks: readonly CheckCount[];
  readonly corrections_below_zero: readonly CorrectionBelowZero[];
  readonly open_questions: readonly ReturnQuestion[];
};

export type PeriodFacts = {
  /** The return, with its registration where there was a choice. */
  readonly identity: ReturnIdentity;
  /** The registrations with a return for the period. */
  readonly registrations: readonly TaxRegistration[];
  /** The displayed return: as it was locked, else as it stands. */
  readonly shown: LockedReturn;
  /** The current return of a locked period, if it can be compared with the locked one. */
  readonly today: CurrentReturn | undefined;
  /** True while a recount may still change the current figures. */
  readonly isRecounting: boolean;
  readonly lock: Lock | undefined;
  /** Undefined of an old return that the filing preparation does not have, as of the non-Union scheme. */
  readonly readiness: Readiness | undefined;
  /** The assumption about a last return that was due and is not locked; null without one. */
  readonly assumption: Return["submission_assumption"];
  /** Open questions of the return, or of its lock. */
  readonly questions: readonly ReturnQuestion[];
  /** The opening of the period; undefined when there is none, or it was withdrawn. */
  readonly opening: Opening | undefined;
};

/** The period has no return, because no registration covers it. */
export class NoReturnError extends Error {}

/**
 * Loads the data of a period.
 * @param returns the returns of the overview, which tell whether there is an opening; without them it is requested
 * @throws NoReturnError without a registration and a locked return
 * @throws ApiError, such as `registration_required` when no registration covers the period.
 */
export async function loadPeriod(
  client: VatClient,
  { scheme, period, registration }: ReturnIdentity,
  returns: Promise<KnownReturns>,
  signal: AbortSignal,
): Promise<PeriodFacts> {
  const all = await client.listRegistrations({ query: { limit: 200 } }, { signal });
  const registrations = registrationsWithReturn(all.items, scheme, periodNamed(period) as Period);
  const identity = {
    scheme,
    period,
    registration: chosenRegistration(registrations, registration),
  };
  const path = pathParametersOf(identity);
  const locks = await client.listLockedReturns(
    { path: { scheme }, query: { period, limit: 1, ...registrationQuery(identity) } },
    { signal },
  );
  const isLocked = locks.current_period !== undefined;
  if (registrations.length === 0 && !isLocked) throw new NoReturnError();
  const [current, prepared, opening] = await Promise.all([
    client.getReturn({ path, query: registrationQuery(identity) }, { signal }).catch(asFailure),
    identity.registration === undefined ? loadReadiness(client, identity, signal) : undefined,
    isLocked ? undefined : returns.then((known) => loadOpening(client, identity, known, signal)),
  ]);
  const recorded = opening?.status === "recorded" ? opening : undefined;
  const figures = returnsOf(current, locks.current_period);
  const readiness = prepared ?? readinessOf(ownReturns(identity, await returns)[0]);
  const questions = isLocked ? locks.current_period?.open_questions : readiness?.open_questions;
  return {
    identity,
    registrations,
    ...figures,
    lock: locks.current_period,
    readiness,
    questions: (recorded ? [] : questions) ?? [],
    opening: recorded,
    assumption: current instanceof ApiError ? null : current.submission_assumption,
  };
}

/** Error codes that mean: no current return. A locked one may exist. */
const NO_RETURN: readonly string[] = ["registration_required", "registration_conflict"];

/** Keeps the error as a value where a locked return can be displayed without the current one. */
function asFailure(failure: unknown): ApiError {
  if (failure instanceof ApiError && NO_RETURN.includes(failure.code ?? "")) return failure;
  throw failure;
}

/** Returns the displayed return and, if it is locked, the current one. */
function returnsOf(
  current: Return | ApiError,
  lock: Lock | undefined,
): Pick<PeriodFacts, "shown" | "today" | "isRecounting"> {
  if (lock) {
    const today = current instanceof ApiError ? undefined : current.lock?.current_return;
    return {
      shown: lock.locked_return,
      today: today ?? undefined,
      isRecounting: lock.recount_pending !== null,
    };
  }
  if (current instanceof ApiError) throw current;
  return { shown: current, today: undefined, isRecounting: current.recount_pending !== null };
}

/** Loads the opening of a return, unless the overview says that there is none: the API answers 404 then. */
async function loadOpening(
  client: VatClient,
  identity: ReturnIdentity,
  returns: KnownReturns,
  signal: AbortSignal,
): Promise<Opening | undefined> {
  if (returns && !mayBeFiledElsewhere(identity, returns, dayOf(new Date()))) return undefined;
  const call = parametersOf(identity);
  return client.getOpening(call, { signal }).catch(noneRecorded);
}

/**
 * True if a return that is not locked may have been filed elsewhere. The overview lists recent returns and older ones
 * that are overdue, so an older one that it does not list was filed.
 */
export function mayBeFiledElsewhere(
  identity: ReturnIdentity,
  returns: NonNullable<KnownReturns>,
  today: IsoDate,
): boolean {
  const own = ownReturns(identity, returns);
  if (own.length > 0) return own.some(({ state }) => state === "filed_elsewhere");
  return (periodNamed(identity.period)?.filingDueDate ?? today) < today;
}

/** Returns the returns of the overview that a page may show. */
const ownReturns = (
  { scheme, period, registration }: ReturnIdentity,
  returns: KnownReturns = [],
): readonly DueReturn[] =>
  returns.filter(
    (dueReturn) =>
      slugOf(dueReturn.scheme_type) === scheme &&
      dueReturn.period_key === period &&
      dueReturn.registration_id === (registration ?? dueReturn.registration_id),
  );

function noneRecorded(failure: unknown): undefined {
  if (failure instanceof NotFoundError) return undefined;
  throw failure;
}

/** The overview knows what is open where the filing preparation has no such return. */
const readinessOf = (due: DueReturn | undefined): Readiness | undefined =>
  due?.checks
    ? {
        status: due.filing_status ?? undefined,
        checks: due.checks,
        corrections_below_zero: [],
        open_questions: due.open_questions ?? [],
      }
    : undefined;

async function loadReadiness(
  client: VatClient,
  { scheme, period }: ReturnIdentity,
  signal: AbortSignal,
): Promise<Readiness | undefined> {
  const quarter = quarterKeyOn(periodNamed(period)?.firstDay ?? (period as IsoDate));
  if (scheme === "non-union-oss") return undefined;
  const prep = await client.getFilingPrep({ query: { period: quarter } }, { signal });
  if (scheme === "union-oss") return prep.union_oss;
  return prep.ioss.months.find(({ period_key }) => period_key === period);
}
