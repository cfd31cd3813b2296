import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, periodBefore, periodOn } from "../../core/calendar/period.ts";
import { returnBook } from "../../ledger/sums/sum-key.ts";
import type { NoticeOf } from "../../notifications/notification.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { Marks } from "../locks/period-markers.ts";

/** Days before the due day from which a return that is open is worth a word. */
const DAYS_BEFORE = 10;

type Ground = {
  readonly registrations: readonly Registration[];
  /** Of all books of the scheme. */
  readonly marks: Marks;
};

/**
 * The return of a scheme that is due within ten days, and neither locked nor filed elsewhere; told once, under one id.
 * Returns are due at the end of the month after their period (Art. 369f, 369s VAT Directive), so there is one at most.
 */
export function dueSoon(
  scheme: Scheme,
  { registrations, marks }: Ground,
  now: Date,
  today: IsoDate,
): NoticeOf<"return.due_soon"> | undefined {
  const period = periodBefore(periodOn(scheme.period_kind, today));
  const { key, filingDueDate } = period;
  const isNear = today >= plusDays(filingDueDate, -DAYS_BEFORE) && today <= filingDueDate;
  if (!isNear || !hasOpenReturn(scheme, period, { registrations, marks })) return undefined;
  return {
    id: `due-${scheme.slug}-${key}`,
    kind: "return.due_soon",
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: key,
    filing_due_date: filingDueDate,
  };
}

/** Whether a registration makes a return of the period that nobody has declared. */
function hasOpenReturn(scheme: Scheme, period: Period, { registrations, marks }: Ground): boolean {
  const making = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  const { locks = [], openings = [] } = marks.get(returnBook(scheme, period.key)) ?? {};
  const declared = new Set([...locks, ...openings].map((one) => one.registration_id));
  return making.some(({ id }) => !declared.has(id));
}
