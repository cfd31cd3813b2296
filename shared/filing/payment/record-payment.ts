import { randomUUID } from "node:crypto";
import { noteOnBoard } from "../../accounts/people/store-board.ts";
import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import { rejectFaulty } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { withRetries } from "../../platform/calls.ts";
import { PAYMENTS_ITEM } from "../../platform/table/periods.ts";
import { currentFiling, type LockedPeriod } from "../../returns/locks/locked-period.ts";
import { loadLockStates } from "../../returns/locks/store-locks.ts";
import type { RequestedReturn } from "../../returns/path-schema.ts";
import {
  daysInArrears,
  paymentReference,
  paymentState,
  paymentsOfReturn,
  warnsOfExclusion,
} from "../../returns/payment/payment.ts";
import {
  MOST_PAYMENTS,
  type PaymentRequest,
  type Payments,
  type PaymentView,
} from "../../returns/payment/schema.ts";
import { loadPayments, savePayments } from "../../returns/payment/store-payments.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { loadLockedReturn } from "../load-declared-return.ts";
import { type NeutralReturn, neutralReturn } from "../portal-files/neutral-return.ts";

/**
 * Loads the payment of a locked return, and the return as files are made of it.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function loadPaidReturn(
  ledger: LedgerId,
  requested: RequestedReturn,
  today: IsoDate,
): Promise<{ readonly payment: PaymentView; readonly neutral: NeutralReturn }> {
  const { scheme, period } = requested;
  const [lock, states, payments, { items }] = await Promise.all([
    loadLockedReturn(ledger, requested),
    loadLockStates(ledger, scheme.id),
    loadPayments(ledger, scheme.id),
    loadRegistrations(ledger),
  ]);
  // Registrations are never removed.
  const own = items.find(({ id }) => id === lock.registration_id) as Registration;
  const returns = states
    .filter(({ registration_id }) => registration_id === lock.registration_id)
    .map((state) => ({ lock: state, paid: paymentsOfReturn(payments, state) }));
  const paid = paymentsOfReturn(payments, lock);
  const number = own.vat_registration_number_masked ?? NO_NUMBER;
  const shown = paymentView(lock, paid, { period, today, number });
  return {
    payment: { ...shown, exclusion_warning: warnsOfExclusion(returns, period, today) },
    neutral: neutralReturn(lock, own, items),
  };
}

/** Loads the payment of a locked return; throws as loadPaidReturn does. */
export const loadPayment = async (
  ...request: Parameters<typeof loadPaidReturn>
): Promise<PaymentView> => (await loadPaidReturn(...request)).payment;

function paymentView(
  lock: LockedPeriod,
  paid: Payments | undefined,
  of: { readonly period: Period; readonly today: IsoDate; readonly number: string },
): Omit<PaymentView, "exclusion_warning"> {
  const state = paymentState(lock, paid);
  return {
    scheme_type: lock.scheme_type,
    period_key: lock.period_key,
    registration_id: lock.registration_id,
    member_state_identification: lock.member_state_identification,
    return_currency: lock.return_currency,
    payment_due_date: lock.filing_due_date,
    ...state,
    days_in_arrears: daysInArrears(state, of.period, of.today),
    reference_form: paymentReference(lock.member_state_identification, of.number, of.period),
    filing_reference: currentFiling(lock)?.filing_reference ?? null,
    payments: (paid?.payments ?? []).map(({ attempt: _, note = null, ...payment }) => ({
      ...payment,
      note,
    })),
  };
}

/** Placeholder of a number that the registration does not have. */
const NO_NUMBER = "…";

type Recorded = {
  readonly author: AuthorId;
  readonly now: Date;
  readonly today: IsoDate;
  /** An id that no other request has, where the caller may repeat this one. */
  readonly attempt?: string;
};

/** A request to record a payment, with an id that no other request has. */
type Attempt = Pick<Recorded, "author" | "now"> & { readonly attempt: string };

/**
 * Adds a payment to a locked return, and shows its state on the board.
 * @throws DomainError `period_not_locked`, `registration_conflict`, `invalid_request`; `not_ready`
 */
export async function recordPayment(
  ledger: LedgerId,
  requested: RequestedReturn,
  given: PaymentRequest,
  { author, now, today, attempt: named }: Recorded,
): Promise<PaymentView> {
  const lock = await loadLockedReturn(ledger, requested);
  const attempt = { author, now, attempt: named ?? randomUUID() };
  await withRetries(async () => {
    const payments = await loadPayments(ledger, lock.scheme_type, lock.period_key);
    const before = paymentsOfReturn(payments, lock);
    const after = withPayment(lock, before, given, attempt);
    if (after !== before) await savePayments(ledger, after);
  });
  const payment = await loadPayment(ledger, requested, today);
  const { filingDueDate: filing_due_date } = requested.period;
  const row = { ...payment, filing_due_date };
  const { status: payment_status, outstanding_minor } = payment;
  await noteOnBoard(ledger, row, { payment_status, outstanding_minor }, now);
  return payment;
}

/**
 * Returns the payments of a return with one more. An attempt that was stored without an answer is not added twice.
 * @throws DomainError `invalid_request`
 */
export function withPayment(
  lock: Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">,
  before: Payments | undefined,
  { paid_on, amount_minor, note }: PaymentRequest,
  { author, now, attempt }: Attempt,
): Payments {
  const payments = before?.payments ?? [];
  const payment = {
    paid_on,
    amount_minor,
    ...(note === undefined ? {} : { note }),
    recorded_at: now.toISOString(),
    recorded_by: author,
    attempt,
  };
  if (before && payments.some((payment) => payment.attempt === attempt)) return before;
  rejectPayment(payments, amount_minor);
  return {
    schema_version: PAYMENTS_ITEM.version,
    scheme_type: lock.scheme_type,
    period_key: lock.period_key,
    registration_id: lock.registration_id,
    payments: [...payments, payment],
    version: (before?.version ?? 0) + 1,
  };
}

function rejectPayment(payments: Payments["payments"], amount_minor: number): void {
  const sum = payments.reduce((total, payment) => total + payment.amount_minor, amount_minor);
  const message =
    payments.length >= MOST_PAYMENTS
      ? `the return has ${MOST_PAYMENTS} payments, and takes no more`
      : sum < 0
        ? "must not reverse more than was paid"
        : undefined;
  rejectFaulty(message === undefined ? [] : [{ field: "amount_minor", message }]);
}
