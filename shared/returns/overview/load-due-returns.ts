import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Period, type PeriodKind, periodsBack } from "../../core/calendar/period.ts";
import { returnPartition } from "../../ledger/sums/sum-key.ts";
import { SCHEMES_BEGAN, type Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn } from "../compute/compute.ts";
import { loadFindings } from "../load/load-findings.ts";
import type { OpenImportRows } from "../load/load-open-import-rows.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import { mayDiffer, ownReturn } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/period-markers.ts";
import { loadLockStates } from "../locks/store-locks.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import { type PaidReturn, paymentsOfReturn, warnsOfExclusion } from "../payment/payment.ts";
import type { Payments } from "../payment/schema.ts";
import { loadPayments } from "../payment/store-payments.ts";
import { type DueReturn, dueReturn, type LockState, type ReturnContext } from "./due-returns.ts";

/** Number of recent periods, including the running one: a year and a half, and four months. */
const RECENT: Readonly<Record<PeriodKind, number>> = { quarter: 6, month: 4 };

/**
 * Loads the returns of every scheme, under each registration that makes one, newest first in each scheme: those of the
 * recent periods, and every older one that is overdue. The number of reads does not grow with the age of the account:
 * only recent returns are computed, and a locked one only if it may have changed.
 */
export const loadDueReturns = async (
  ...of: Parameters<typeof loadDueWithFigures>
): Promise<DueReturn[]> => (await loadDueWithFigures(...of)).map(({ due }) => due);

/** Loads the returns of `loadDueReturns` with their figures. */
export async function loadDueWithFigures(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
  openRows: readonly OpenImportRows[],
): Promise<DueReturnWithFigures[]> {
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadOfScheme({ account, scheme, registrations, today, openRows })),
  );
  return ofSchemes.flat();
}

/** The status of a return and, of an open recent one, the computed return. */
type DueReturnWithFigures = {
  readonly due: DueReturn;
  readonly drawn: ComputedReturn | undefined;
};

type DueContext = {
  readonly account: string;
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly today: IsoDate;
  readonly openRows: readonly OpenImportRows[];
};

async function loadOfScheme(context: DueContext): Promise<DueReturnWithFigures[]> {
  const { account, scheme, today } = context;
  const made = returnsSinceBegan(context);
  if (made.length === 0) return [];
  const [locks, payments, markers] = await Promise.all([
    loadLockStates(account, scheme.id),
    loadPayments(account, scheme.id),
    loadMarkers(account, scheme.partitionPrefix),
  ]);
  const found = await Promise.all(
    made.map((one) => loadContext({ ...context, locks, payments, markers }, one)),
  );
  return found
    .map((one) => ({ due: dueReturn(one, today), drawn: "drawn" in one ? one.drawn : undefined }))
    .filter(({ due }, n) => made[n]?.isRecent || due.overdue);
}

type Made = Pick<ReturnContext, "period" | "registration"> & { readonly isRecent: boolean };

/** Returns the returns that registrations make, from the running period back to the first of the schemes. */
const returnsSinceBegan = ({ scheme, registrations, today }: DueContext): Made[] =>
  periodsBack(scheme.period_kind, today, SCHEMES_BEGAN).flatMap((period, n) =>
    inForce(registrations, scheme.id, period.firstDay, period.lastDay).map((registration) => ({
      period,
      registration,
      isRecent: n < RECENT[scheme.period_kind],
    })),
  );

type Declared = {
  readonly locks: readonly LockState[];
  readonly payments: readonly Payments[];
  readonly markers: PeriodMarkers;
};

async function loadContext(
  context: DueContext & Declared,
  { isRecent, ...made }: Made,
): Promise<ReturnContext> {
  const { scheme, registrations, locks, payments, markers, today } = context;
  const { period, registration } = made;
  const declared = ownReturn({ scheme, period, registrations }, registration, markers);
  if (declared?.filed_elsewhere) return { ...made, isFiledElsewhere: true };
  const lock = locks.find(
    (one) => one.period_key === period.key && one.registration_id === declared?.registration_id,
  );
  if (declared && lock) {
    const paid = paymentsOfReturn(payments, lock);
    const isExcluding = warnsOfExclusion(paidReturns(context, lock), period, today);
    const found = { ...made, lock, paid, isExcluding };
    const changes = markers.get(returnPartition(scheme, period.key))?.changes ?? 0;
    if (!isRecent) return { ...found, today: "not compared" };
    if (!mayDiffer(scheme, registrations, declared, changes)) {
      return { ...found, today: "unchanged" };
    }
    return { ...found, today: await compute(context, made) };
  }
  if (!isRecent) return { ...made, isMissed: true };
  return { ...made, drawn: await computeWithFindings(context, made) };
}

/** Returns the locked returns of a registration with their payments. */
const paidReturns = (
  { locks, payments }: Declared,
  { registration_id }: Pick<LockState, "registration_id">,
): PaidReturn[] =>
  locks
    .filter((lock) => lock.registration_id === registration_id)
    .map((lock) => ({ lock, paid: paymentsOfReturn(payments, lock) }));

async function compute(
  { account, scheme, registrations, markers }: DueContext & Declared,
  { period, registration }: { readonly period: Period; readonly registration: Registration },
): Promise<ComputedReturn> {
  const coverage = { status: "covered", registration } as const;
  const options = { coverage, markers };
  return computeReturn(await loadReturnUnder(account, scheme, period, registrations, options));
}

/** Computes a return. Loads over-corrections only if the period has ended, because only then can it be filed. */
async function computeWithFindings(
  context: DueContext & Declared,
  made: { readonly period: Period; readonly registration: Registration },
): Promise<ComputedReturn> {
  const drawn = await compute(context, made);
  const { account, registrations, today, openRows } = context;
  return today > made.period.lastDay
    ? loadFindings(account, drawn, registrations, openRows)
    : drawn;
}
