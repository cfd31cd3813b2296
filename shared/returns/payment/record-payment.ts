import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { DomainError, rejectFaulty } from "../../core/errors/errors.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { withRetries } from "../../platform/retries.ts";
import { PAYMENTS_ITEM } from "../../platform/table/period-items.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { requestedLock } from "../locks/state.ts";
import { loadLockStates, loadLocksOf } from "../locks/store-locks.ts";
import { type NeutralReturn, neutralReturn } from "../portal-files/neutral-return.ts";
import { daysInArrears, paymentReference, paymentState, warnsOfExclusion } from "./payment.ts";
import { MOST_PAYMENTS, type PaymentRequest, type Payments, type PaymentView } from "./schema.ts";
import { loadPayments, paymentsOfReturn, savePayments } from "./store-payments.ts";

/** The return of a request; `registration_id` chooses one of two. */
type Requested = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id: number | undefined;
};

/**
 * Loads the locked return of a period, whose figures are those that were declared.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
async function loadPayableLock(
  account: string,
  { scheme, period, registration_id }: Requested,
): Promise<LockedPeriod> {
  const lock = requestedLock(await loadLocksOf(account, scheme.id, period.key), registration_id);
  if (lock) return lock;
  const message = `${period.key} is not locked; what is to pay is known when it is locked`;
  throw new DomainError("period_not_locked", message);
}

/**
 * Loads the payment of a locked return, and the return as files are made of it.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function loadPaidReturn(
  account: string,
  requested: Requested,
  today: IsoDate,
): Promise<{ readonly payment: PaymentView; readonly neutral: NeutralReturn }> {
  const { scheme, period } = requested;
  const [lock, states, payments, { items }] = await Promise.all([
    loadPayableLock(account, requested),
    loadLockStates(account, scheme.id),
    loadPayments(account, scheme.id),
    loadRegistrations(account),
  ]);
  // Registrations are never removed.
  const own = items.find(({ id }) => id === lock.registration_id) as Registration;
  const returns = states
    .filter(({ registration_id }) => registration_id === lock.registration_id)
    .map((one) => ({ lock: one, paid: paymentsOfReturn(payments, one) }));
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
    filing_reference: lock.filed?.filing_reference ?? null,
    payments: [...(paid?.payments ?? [])],
  };
}

/** Placeholder of a number that the registration does not have. */
const NO_NUMBER = "…";

type Recorded = { readonly keyId: string; readonly now: Date };

/**
 * Adds a payment to a locked return.
 * @throws DomainError `period_not_locked`, `registration_conflict`, `invalid_request`; `not_ready`
 */
export async function recordPayment(
  account: string,
  requested: Requested,
  given: PaymentRequest,
  { keyId, now }: Recorded,
): Promise<void> {
  const lock = await loadPayableLock(account, requested);
  await withRetries(async () => {
    const payments = await loadPayments(account, lock.scheme_type, lock.period_key);
    const before = paymentsOfReturn(payments, lock);
    const after = withPayment(lock, before, given, { keyId, now });
    if (after !== before) await savePayments(account, after);
  });
}

/**
 * Returns the payments of a return with one more. An attempt that was stored without an answer is not added twice.
 * @throws DomainError `invalid_request`
 */
export function withPayment(
  lock: Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">,
  before: Payments | undefined,
  { paid_on, amount_minor, note }: PaymentRequest,
  { keyId, now }: Recorded,
): Payments {
  const payments = before?.payments ?? [];
  const payment = {
    paid_on,
    amount_minor,
    ...(note === undefined ? {} : { note }),
    recorded_at: now.toISOString(),
    recorded_by: keyId,
  };
  const last = payments.at(-1);
  const isStored =
    last?.recorded_at === payment.recorded_at &&
    last.recorded_by === keyId &&
    last.amount_minor === amount_minor;
  if (before && isStored) return before;
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
  const sum = payments.reduce((total, one) => total + one.amount_minor, amount_minor);
  const message =
    payments.length >= MOST_PAYMENTS
      ? `the return has ${MOST_PAYMENTS} payments, and takes no more`
      : sum < 0
        ? "must not reverse more than was paid"
        : undefined;
  rejectFaulty(message === undefined ? [] : [{ field: "amount_minor", message }]);
}
