import { isSubmitted } from "../../accounts/people/board.ts";
import {
  type IsoDate,
  type Period,
  type PeriodKind,
  periodsBack,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadCheckSums } from "../../ledger/sums/store-sums.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { SCHEMES_BEGAN, type Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, checkCounts, computeReturn } from "../compute/compute.ts";
import { countOfQuestions, fieldsOf, questionFieldsOn } from "../compute/open-questions.ts";
import { filingStateOf } from "../compute/status.ts";
import { assumptionIn, assumptionOf } from "../compute/submission.ts";
import { loadFindings, mayBeOf } from "../load/load-findings.ts";
import { loadReturn } from "../load/load-return.ts";
import { mayDiffer, ownReturn } from "../locks/declared-returns.ts";
import type { LockedPeriod, PeriodMarkers } from "../locks/locked-period.ts";
import {
  type PaidReturn,
  paymentState,
  paymentsOfReturn,
  warnsOfExclusion,
} from "../payment/payment.ts";
import type { Payments } from "../payment/schema.ts";
import type { CheckCount, OpenImportRows } from "../schema.ts";
import type { DueReturn } from "./due-return-schema.ts";
import { loadRecorded } from "./load-recorded.ts";
import { missingRates } from "./missing-rates.ts";

/** The part of a snapshot that tells the status of its return. */
export type LockState = Pick<
  LockedPeriod,
  | "period_key"
  | "registration_id"
  | "filed"
  | "submitted_on"
  | "return_currency"
  | "totals"
  | "warnings"
  | "open_questions"
  | "content_sha256"
  | "locked_by"
  | "prepared_by"
>;

/** A return of a period, with its lock, opening or computed return. */
export type ReturnContext = {
  readonly period: Period;
  readonly registration: Registration;
} & (
  | {
      readonly lock: LockState;
      /** The current return: computed if it may have changed since the lock, else absent. */
      readonly today: ComputedReturn | "unchanged" | "not compared";
      /** The findings on the events of the period today, where they are read. */
      readonly checks?: readonly CheckCount[];
      /** The payments of the return, if there are any. */
      readonly paid: Payments | undefined;
      /** True if this return and the two before are in arrears, see warnsOfExclusion. */
      readonly isExcluding: boolean;
    }
  | { readonly isFiledElsewhere: true }
  /** The computed return, with its over-corrections if the period has ended. */
  | { readonly computed: ComputedReturn }
  /** An open return of a period so long ago that it is overdue; it is not computed. */
  | { readonly isMissed: true; readonly registrations: readonly Registration[] }
);

/** Returns the status of a return and its due day (Art. 369f, 369s VAT Directive). */
export function dueReturn(context: ReturnContext, today: IsoDate): DueReturn {
  const { period, registration } = context;
  const found = periodStatusOf(context, today);
  return {
    scheme_type: registration.scheme_type,
    period_key: period.key,
    registration_id: registration.id,
    member_state_identification: registration.member_state_identification,
    filing_due_date: period.filingDueDate,
    overdue: !isSubmitted(found) && today > period.filingDueDate,
    ...found,
  };
}

type PeriodStatus = Pick<
  DueReturn,
  | "state"
  | "submitted_on"
  | "submission_assumption"
  | "filing_status"
  | "return_currency"
  | "payable_vat_minor"
  | "payable_vat_since_lock_minor"
  | "waiting_event_count"
  | "open_question_count"
  | "open_questions"
  | "checks"
  | "missing_rates"
  | "payment_status"
  | "outstanding_minor"
  | "exclusion_warning"
>;

function periodStatusOf(context: ReturnContext, today: IsoDate): PeriodStatus {
  if ("lock" in context) return ofLock(context);
  if ("isMissed" in context) {
    return { ...MISSED, submission_assumption: assumptionOf(context, today) };
  }
  if (!("computed" in context)) return FILED_ELSEWHERE;
  const { period, computed } = context;
  const isOpen = today > period.lastDay;
  const report = computed.status === "covered" ? computed.report : undefined;
  return {
    state: isOpen ? "open" : "running",
    filing_status: isOpen ? filingStateOf(computed).filing_status : null,
    return_currency: report?.return_currency ?? null,
    payable_vat_minor: report?.totals.payable_vat_minor ?? null,
    payable_vat_since_lock_minor: null,
    waiting_event_count: waitingIn(computed.warnings),
    ...questionFieldsOn(computed, today),
    checks: computed.checks,
    missing_rates: isOpen && computed.status === "covered" ? missingRates(computed, today) : [],
    ...UNLOCKED,
    submission_assumption: assumptionIn(computed, today),
  };
}

type OfLock = Extract<ReturnContext, { lock: LockState }>;

function ofLock({ lock, today, checks, paid, isExcluding }: OfLock): PeriodStatus {
  const { status, outstanding_minor } = paymentState(lock, paid);
  return {
    state: lock.filed ? "filed" : "locked",
    submitted_on: lock.submitted_on ?? null,
    submission_assumption: null,
    filing_status: null,
    return_currency: lock.return_currency,
    payable_vat_minor: lock.totals.payable_vat_minor,
    payable_vat_since_lock_minor: today === "unchanged" ? 0 : changeOf(lock, today),
    waiting_event_count: waitingIn(lock.warnings),
    // An older lock does not tell; its waiting events are counted alone.
    open_question_count: lock.open_questions
      ? countOfQuestions(lock.open_questions)
      : waitingIn(lock.warnings),
    open_questions: lock.open_questions ?? null,
    checks: checks ? [...checks] : null,
    missing_rates: [],
    payment_status: status,
    outstanding_minor,
    exclusion_warning: isExcluding,
  };
}

function changeOf(
  { return_currency, totals }: LockState,
  today: ComputedReturn | "not compared",
): number | null {
  const report = today !== "not compared" && today.status === "covered" ? today.report : undefined;
  if (report?.return_currency !== return_currency) return null;
  return report.totals.payable_vat_minor - totals.payable_vat_minor;
}

/** The submission and payment of a return without a lock. */
const UNLOCKED = {
  submitted_on: null,
  submission_assumption: null,
  payment_status: null,
  outstanding_minor: null,
  exclusion_warning: false,
} as const;

const FILED_ELSEWHERE: PeriodStatus = {
  state: "filed_elsewhere",
  filing_status: null,
  return_currency: null,
  payable_vat_minor: null,
  payable_vat_since_lock_minor: null,
  waiting_event_count: 0,
  ...fieldsOf([]),
  checks: null,
  missing_rates: [],
  ...UNLOCKED,
};

const MISSED: PeriodStatus = {
  ...FILED_ELSEWHERE,
  state: "open",
  waiting_event_count: null,
  open_question_count: null,
  open_questions: null,
};

const waitingIn = (warnings: ComputedReturn["warnings"]): number =>
  warnings.find(({ code }) => code === "needs_review_excluded")?.count ?? 0;

/** Number of recent periods, including the running one: a year and a half, and four months. */
const RECENT: Readonly<Record<PeriodKind, number>> = { quarter: 6, month: 4 };

/** Number of periods whose locked returns are listed: eight quarters or months, and those of the year before. */
const COMPARED: Readonly<Record<PeriodKind, number>> = { quarter: 12, month: 20 };

/**
 * Loads the returns of every scheme, under each registration that makes one, newest first in each scheme: those of the
 * recent periods, every older one that is overdue, and locked ones to compare with. The number of reads does not grow with the age of the account:
 * only recent returns are computed, and a locked one only if it may have changed.
 */
export const loadDueReturns = async (
  ...of: Parameters<typeof loadDueWithFigures>
): Promise<DueReturn[]> => (await loadDueWithFigures(...of)).map(({ due }) => due);

export async function loadDueWithFigures(
  ledger: LedgerId,
  registrations: readonly Registration[],
  today: IsoDate,
  openRows: readonly OpenImportRows[],
  withLocked = true,
): Promise<DueReturnWithFigures[]> {
  const context = { ledger, registrations, today, openRows, withLocked };
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadOfScheme({ ...context, scheme })),
  );
  return ofSchemes.flat();
}

/** The status of a return, with its lock or, of an open recent one, the computed return. */
type DueReturnWithFigures = {
  readonly due: DueReturn;
  readonly computed: ComputedReturn | undefined;
  readonly lock: LockState | undefined;
};

type DueContext = {
  readonly ledger: LedgerId;
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly today: IsoDate;
  readonly openRows: readonly OpenImportRows[];
  readonly withLocked: boolean;
};

async function loadOfScheme(context: DueContext): Promise<DueReturnWithFigures[]> {
  const { ledger, scheme, today, withLocked } = context;
  const listed = (lock?: LockState) => (lock && withLocked ? COMPARED : RECENT);
  const made = returnsSinceBegan(context);
  if (made.length === 0) return [];
  const [locks, payments, markers] = await loadRecorded(ledger, scheme);
  const found = await Promise.all(
    made.map((made) => loadContext({ ...context, locks, payments, markers }, made)),
  );
  return found
    .map((returnContext, n) => ({
      ago: made[n]?.ago ?? 0,
      due: dueReturn(returnContext, today),
      computed: "computed" in returnContext ? returnContext.computed : undefined,
      lock: "lock" in returnContext ? returnContext.lock : undefined,
    }))
    .filter(({ due, lock, ago }) => due.overdue || ago < listed(lock)[scheme.period_kind]);
}

/** A return that a registration makes; `ago` counts the periods back from the running one. */
type Made = Pick<ReturnContext, "period" | "registration"> & { readonly ago: number };

/** Returns the returns that registrations make, from the running period back to the first of the schemes. */
const returnsSinceBegan = ({ scheme, registrations, today }: DueContext): Made[] =>
  periodsBack(scheme.period_kind, today, SCHEMES_BEGAN).flatMap((period, n) =>
    inForce(registrations, scheme.id, period.firstDay, period.lastDay).map((registration) => ({
      period,
      registration,
      ago: n,
    })),
  );

type Declared = {
  readonly locks: readonly LockState[];
  readonly payments: readonly Payments[];
  readonly markers: PeriodMarkers;
};

async function loadContext(
  context: DueContext & Declared,
  { ago, ...made }: Made,
): Promise<ReturnContext> {
  const { scheme, registrations, locks, payments, markers, today } = context;
  const isRecent = ago < RECENT[scheme.period_kind];
  const { period, registration } = made;
  const declared = ownReturn({ scheme, period, registrations }, registration, markers);
  if (declared?.filed_elsewhere) return { ...made, isFiledElsewhere: true };
  const lock = locks.find(
    (lock) => lock.period_key === period.key && lock.registration_id === declared?.registration_id,
  );
  if (declared && lock) {
    const paid = paymentsOfReturn(payments, lock);
    const isExcluding = warnsOfExclusion(paidReturns(context, lock), period, today);
    const found = { ...made, lock, paid, isExcluding };
    const changes = markers.get(returnPartition(scheme, period.key))?.changes ?? 0;
    if (!isRecent) return { ...found, today: "not compared" };
    if (!mayDiffer(scheme, registrations, declared, changes)) {
      return { ...found, today: "unchanged", ...(await loadChecks(context, period)) };
    }
    const computed = await compute(context, made);
    return { ...found, today: computed, checks: computed.checks };
  }
  if (!isRecent) return { ...made, isMissed: true, registrations };
  return { ...made, computed: await computeWithFindings(context, made) };
}

/** Reads the findings on the events of a locked return; the board does not tell them. */
async function loadChecks({ ledger, scheme, withLocked }: DueContext, { key }: Period) {
  if (!withLocked) return {};
  return { checks: checkCounts(await loadCheckSums(ledger, returnPartition(scheme, key))) };
}

const paidReturns = (
  { locks, payments }: Declared,
  { registration_id }: Pick<LockState, "registration_id">,
): PaidReturn[] =>
  locks
    .filter((lock) => lock.registration_id === registration_id)
    .map((lock) => ({ lock, paid: paymentsOfReturn(payments, lock) }));

async function compute(
  { ledger, scheme, registrations, markers }: DueContext & Declared,
  { period, registration }: { readonly period: Period; readonly registration: Registration },
): Promise<ComputedReturn> {
  const coverage = { status: "covered", registration } as const;
  const known = { registrations, coverage, markers };
  return computeReturn((await loadReturn(ledger, { scheme, period }, known)).input);
}

/** Computes a return. Loads what its figures need only if the period has ended, because only then can it be filed. */
async function computeWithFindings(
  context: DueContext & Declared,
  made: { readonly period: Period; readonly registration: Registration },
): Promise<ComputedReturn> {
  const computed = await compute(context, made);
  const { ledger, registrations, today, openRows } = context;
  return today > made.period.lastDay
    ? loadFindings(ledger, computed, registrations, openRows)
    : { ...computed, open_import_rows: openRows.filter(mayBeOf(made.period)) };
}
