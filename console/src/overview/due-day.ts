import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import type { Words } from "../session/console-context.ts";
import { isUndeclared } from "./due-returns.ts";

/** Number of days before its due day from which a return needs attention. */
const SOON = 14;

const MS_A_DAY = 86_400_000;

const daysUntil = (day: string, today: string): number =>
  (Date.parse(day) - Date.parse(today)) / MS_A_DAY;

/** True for a return that is not filed, and is overdue or has to be filed soon. */
export function isPressing(dueReturn: DueReturn, today: string): boolean {
  const { state, overdue, filing_due_date } = dueReturn;
  if (state !== "open" && state !== "locked") return false;
  const days = daysUntil(filing_due_date, today);
  return overdue || (days >= 0 && days <= SOON);
}

/** True for a return with which nothing is left to do. */
export const isFinished = ({
  state,
  payment_status,
}: Pick<DueReturn, "state" | "payment_status">): boolean =>
  state === "filed_elsewhere" ||
  (state === "filed" && payment_status !== "unpaid" && payment_status !== "part_paid");

/** True for a filed return whose payment is not recorded after its due day. */
export const isPaymentLate = (
  {
    state,
    payment_status,
    filing_due_date,
  }: Pick<DueReturn, "state" | "payment_status" | "filing_due_date">,
  today: string,
): boolean =>
  state === "filed" && !isFinished({ state, payment_status }) && filing_due_date < today;

/** Returns how far away a due day is: "in 2 days", "3 days overdue"; nothing where the return is filed, unless it is unpaid. */
export function dueIn(dueReturn: DueReturn, today: string, { say, format }: Words): string {
  const { state, overdue, filing_due_date } = dueReturn;
  const days = daysUntil(filing_due_date, today);
  if (isPaymentLate(dueReturn, today)) return say.many("due.overdue", -days);
  if (!isUndeclared(dueReturn) && state !== "locked") return "";
  return overdue && days < 0 ? say.many("due.overdue", -days) : format.relativeDay(days);
}
