import { type IsoDate, type Period, periodBefore } from "../../core/calendar/dates.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import type { Payments, PaymentView } from "./schema.ts";

/** The part of a locked return that its payment depends on. */
type PayableReturn = Pick<
  LockedPeriod,
  "period_key" | "registration_id" | "return_currency" | "totals"
>;

type PaymentState = Pick<
  PaymentView,
  "payable_vat_minor" | "paid_minor" | "outstanding_minor" | "status"
>;

/** Compares what a return declares as payable with what was paid. Refunds of a return are paid by the states. */
export function paymentState(
  { totals }: Pick<PayableReturn, "totals">,
  paid: Pick<Payments, "payments"> | undefined,
): PaymentState {
  const payable_vat_minor = totals.payable_vat_minor;
  const paid_minor = (paid?.payments ?? []).reduce(
    (sum, { amount_minor }) => sum + amount_minor,
    0,
  );
  return {
    payable_vat_minor,
    paid_minor,
    outstanding_minor: Math.max(0, payable_vat_minor - paid_minor),
    status: statusOf(payable_vat_minor, paid_minor),
  };
}

export const paymentsOfReturn = (
  payments: readonly Payments[],
  { period_key, registration_id }: Pick<LockedPeriod, "period_key" | "registration_id">,
): Payments | undefined =>
  payments.find((row) => row.period_key === period_key && row.registration_id === registration_id);

function statusOf(payable: number, paid: number): PaymentState["status"] {
  if (paid > payable) return "overpaid";
  if (payable === 0) return "nothing_due";
  if (paid === payable) return "paid";
  return paid > 0 ? "part_paid" : "unpaid";
}

/**
 * Returns the reference that a payment quotes: country, number, and period as Q3.2026 or M09.2026 (Annex III, note a, of
 * CIR 2020/194).
 */
export function paymentReference(state: string, number: string, period: Period): string {
  const [year, part = ""] = period.key.split("-");
  return [state, number, `${period.kind === "month" ? `M${part}` : part}.${year}`].join("/");
}

/** Days after the due day by which a reminder, sent on the tenth, and its ten days are over (Art. 58b, 63a CIR 282/2011). */
const REMINDER_DAYS = 20;

/** Amounts below EUR 100 of a period do not lead to an exclusion (Art. 58b(2) CIR 282/2011), in cents. */
const HARMLESS_BELOW = 10_000;

/** Number of periods in a row that lead to an exclusion. */
const PERIODS_IN_ROW = 3;

const DAY_MS = 86_400_000;

/** Returns the days since the due day of a return that is not fully paid. */
export const daysInArrears = (
  { outstanding_minor }: Pick<PaymentState, "outstanding_minor">,
  { filingDueDate }: Period,
  today: IsoDate,
): number =>
  outstanding_minor > 0 && today > filingDueDate
    ? (Date.parse(today) - Date.parse(filingDueDate)) / DAY_MS
    : 0;

export type PaidReturn = { readonly lock: PayableReturn; readonly paid: Payments | undefined };

/**
 * True if the return of the period and those of the two periods before it are in arrears, so that the Member State of
 * identification excludes the seller (Art. 58b CIR 282/2011). The service does not know of reminders and assumes one on
 * the tenth day. In currencies other than the euro every amount counts.
 */
export function warnsOfExclusion(
  returns: readonly PaidReturn[],
  period: Period,
  today: IsoDate,
): boolean {
  let current = period;
  for (let n = 0; n < PERIODS_IN_ROW; n += 1) {
    const own = returns.filter(({ lock }) => lock.period_key === current.key);
    if (!own.some((paidReturn) => isLongUnpaid(paidReturn, current, today))) return false;
    current = periodBefore(current);
  }
  return true;
}

function isLongUnpaid({ lock, paid }: PaidReturn, period: Period, today: IsoDate): boolean {
  const state = paymentState(lock, paid);
  const least = lock.return_currency === "EUR" ? HARMLESS_BELOW : 1;
  return state.outstanding_minor >= least && daysInArrears(state, period, today) > REMINDER_DAYS;
}
