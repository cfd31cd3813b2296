import { dayOf, type Period, plusDays } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { loadPayment, recordPayment } from "../../shared/filing/payment/record-payment.ts";
import { fileReturn } from "../../shared/returns/locks/file-return.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import { loadLocksOf } from "../../shared/returns/locks/store-locks.ts";
import { IOSS } from "../../shared/vat/schemes/ioss.ts";
import type { Scheme } from "../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { DEMO_CLERK } from "./decisions.ts";
import type { Story } from "./story.ts";

/** Days after the end of a period on which its return is locked, and filed. */
const LOCKED_AFTER = 10;
const FILED_AFTER = 20;

type Filed = { readonly scheme: Scheme; readonly period: Period };

/** Locks, files and pays the filed returns of the story, in the order of their days. */
export async function fileReturns(
  account: LedgerId,
  { filedQuarters, filedMonths }: Story,
  now: Date,
): Promise<void> {
  const filed: Filed[] = [
    ...filedQuarters.map((period) => ({ scheme: UNION_OSS, period })),
    ...filedMonths.map((period) => ({ scheme: IOSS, period })),
  ];
  const inOrder = filed.toSorted((a, b) => (a.period.lastDay < b.period.lastDay ? -1 : 1));
  for (const filed of inOrder) {
    await lockAndFile(account, filed, now);
    await pay(account, filed, noonAfter(filed.period, FILED_AFTER, now));
  }
}

/** Locks and files one return. A lock of an earlier seeding stays unchanged. */
async function lockAndFile(account: LedgerId, { scheme, period }: Filed, now: Date): Promise<void> {
  if ((await loadLocksOf(account, scheme.id, period.key)).length === 0) {
    const locked_at = noonAfter(period, LOCKED_AFTER, now);
    const how = { author: DEMO_CLERK, now: locked_at, requireReady: true };
    await lockReturn(account, scheme, period, how);
  }
  const recorded_at = noonAfter(period, FILED_AFTER, now);
  const filing = {
    filed_at: dayOf(recorded_at),
    filing_reference: `${scheme.slug.toUpperCase()}-${period.key}`,
    recorded_at: recorded_at.toISOString(),
    recorded_by: DEMO_CLERK,
  };
  await fileReturn(account, scheme, { period }, filing, recorded_at);
}

/** Records the payment of a return on the day of its filing. A payment of an earlier seeding stays unchanged. */
async function pay(account: LedgerId, { scheme, period }: Filed, now: Date): Promise<void> {
  const requested = { scheme, period, registration_id: undefined };
  const { outstanding_minor } = await loadPayment(account, requested, dayOf(now));
  if (outstanding_minor === 0) return;
  const payment = { paid_on: dayOf(now), amount_minor: outstanding_minor };
  await recordPayment(account, requested, payment, { author: DEMO_CLERK, now, today: dayOf(now) });
}

/** Returns the noon that many days after a last day, or now if that is earlier. */
export function noonAfter({ lastDay }: Pick<Period, "lastDay">, days: number, now: Date): Date {
  const noon = new Date(`${plusDays(lastDay, days)}T12:00:00Z`);
  return noon < now ? noon : now;
}
