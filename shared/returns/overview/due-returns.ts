import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { type Registration, SchemeType } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { FILING_STATUSES, filingStateOf } from "../compute/status.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { paymentState } from "../payment/payment.ts";
import { type Payments, PaymentView } from "../payment/schema.ts";
import { Count, Minor, State } from "../schema.ts";
import { MissingRates, missingRates } from "./missing-rates.ts";

export const DueReturn = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    filing_due_date: Day,
    state: z
      .enum(["running", "open", "locked", "filed", "filed_elsewhere"])
      .describe("`running`: its period has not ended; `filed_elsewhere`: an opening is recorded"),
    overdue: z.boolean().describe("The due day is over, and no filing is recorded"),
    filing_status: z
      .enum(FILING_STATUSES)
      .nullable()
      .describe("Readiness for filing; null unless the return is open and recent"),
    return_currency: z.string().nullable(),
    payable_vat_minor: Minor.nullable().describe(
      "As it was locked, else as it stands; null where it was filed elsewhere, or is open and not recent",
    ),
    payable_vat_since_lock_minor: Minor.nullable().describe(
      "Today's payable VAT less the locked one; null unless it is locked, recent, and can be compared with today's",
    ),
    waiting_event_count: Count.nullable().describe(
      "Events that wait for a decision and are in no return; null where it is open and not recent",
    ),
    missing_rates: z
      .array(MissingRates)
      .describe("Days whose ECB rates are missing; empty unless the return is open and recent"),
    payment_status: PaymentView.shape.status
      .nullable()
      .describe("What was paid of a locked return, held against what is due; null for others"),
    outstanding_minor: Minor.nullable().describe(
      "What is still to pay of a locked return; null for others",
    ),
    exclusion_warning: PaymentView.shape.exclusion_warning,
  })
  .meta({ id: "DueReturn" });
export type DueReturn = z.output<typeof DueReturn>;

/** The part of a snapshot that tells the status of its return. */
export type LockState = Pick<
  LockedPeriod,
  "period_key" | "registration_id" | "filed" | "return_currency" | "totals" | "warnings"
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
      /** The payments of the return, if there are any. */
      readonly paid: Payments | undefined;
      /** True if this return and the two before are in arrears, see warnsOfExclusion. */
      readonly isExcluding: boolean;
    }
  | { readonly isFiledElsewhere: true }
  /** The computed return, with its over-corrections if the period has ended. */
  | { readonly drawn: ComputedReturn }
  /** An open return of a period so long ago that it is overdue; it is not computed. */
  | { readonly isMissed: true }
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
    overdue: !found.state.startsWith("filed") && today > period.filingDueDate,
    ...found,
  };
}

type PeriodStatus = Pick<
  DueReturn,
  | "state"
  | "filing_status"
  | "return_currency"
  | "payable_vat_minor"
  | "payable_vat_since_lock_minor"
  | "waiting_event_count"
  | "missing_rates"
  | "payment_status"
  | "outstanding_minor"
  | "exclusion_warning"
>;

function periodStatusOf(context: ReturnContext, today: IsoDate): PeriodStatus {
  if ("lock" in context) return ofLock(context);
  if ("isMissed" in context) return MISSED;
  if (!("drawn" in context)) return FILED_ELSEWHERE;
  const { period, drawn } = context;
  const isOpen = today > period.lastDay;
  const report = drawn.status === "covered" ? drawn.report : undefined;
  return {
    state: isOpen ? "open" : "running",
    filing_status: isOpen ? filingStateOf(drawn).filing_status : null,
    return_currency: report?.return_currency ?? null,
    payable_vat_minor: report?.totals.payable_vat_minor ?? null,
    payable_vat_since_lock_minor: null,
    waiting_event_count: waitingIn(drawn.warnings),
    missing_rates: isOpen && drawn.status === "covered" ? missingRates(drawn, today) : [],
    ...UNLOCKED,
  };
}

type OfLock = Extract<ReturnContext, { lock: LockState }>;

function ofLock({ lock, today, paid, isExcluding }: OfLock): PeriodStatus {
  const { status, outstanding_minor } = paymentState(lock, paid);
  return {
    state: lock.filed ? "filed" : "locked",
    filing_status: null,
    return_currency: lock.return_currency,
    payable_vat_minor: lock.totals.payable_vat_minor,
    payable_vat_since_lock_minor: today === "unchanged" ? 0 : changeOf(lock, today),
    waiting_event_count: waitingIn(lock.warnings),
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

/** The payment of a return without a lock. */
const UNLOCKED = {
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
  missing_rates: [],
  ...UNLOCKED,
};

const MISSED: PeriodStatus = { ...FILED_ELSEWHERE, state: "open", waiting_event_count: null };

const waitingIn = (warnings: ComputedReturn["warnings"]): number =>
  warnings.find(({ code }) => code === "needs_review_excluded")?.count ?? 0;
