import { dayOf, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import {
  type Period,
  periodBefore,
  periodNamed,
  periodOn,
  periodsBack,
} from "../../core/calendar/period.ts";
import { returnPartition } from "../../ledger/sums/sum-key.ts";
import type { Notice, NoticeOf, ReturnNotice } from "../../notifications/notification.ts";
import { keepNotice, loadNotices } from "../../notifications/store.ts";
import { SCHEMES_BEGAN, type Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { changedBeyondReturns, changedPeriods, ownReturn } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/period-markers.ts";
import { loadLockStates } from "../locks/store-locks.ts";
import { loadMarkers } from "../locks/store-markers.ts";
import { paymentState, paymentsOfReturn } from "../payment/payment.ts";
import type { Payments } from "../payment/schema.ts";
import { loadPayments } from "../payment/store-payments.ts";
import type { LockState } from "./due-returns.ts";

/** Number of days before the due day from which an open return is notified. */
const DAYS_BEFORE = 10;

type NoticeContext = {
  readonly registrations: readonly Registration[];
  /** The markers of all partitions of the scheme. */
  readonly markers: PeriodMarkers;
};

/**
 * Returns the return of a scheme that is due within ten days, and neither locked nor filed elsewhere. It is notified
 * once, under one id. Returns are due at the end of the month after their period (Art. 369f, 369s VAT Directive), so
 * there is at most one.
 */
export function dueSoon(
  scheme: Scheme,
  { registrations, markers }: NoticeContext,
  now: Date,
  today: IsoDate,
): NoticeOf<"return.due_soon"> | undefined {
  const period = periodBefore(periodOn(scheme.period_kind, today));
  const { key, filingDueDate } = period;
  const isNear = today >= plusDays(filingDueDate, -DAYS_BEFORE) && today <= filingDueDate;
  if (!isNear || !hasOpenReturn(scheme, period, { registrations, markers })) return undefined;
  return {
    id: `due-${scheme.slug}-${key}`,
    kind: "return.due_soon",
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: key,
    filing_due_date: filingDueDate,
  };
}

/** True if a registration makes a return of the period that is not declared. */
function hasOpenReturn(
  scheme: Scheme,
  period: Period,
  { registrations, markers }: NoticeContext,
): boolean {
  const making = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  const { locks = [], openings = [] } = markers.get(returnPartition(scheme, period.key)) ?? {};
  const declared = new Set([...locks, ...openings].map((one) => one.registration_id));
  return making.some(({ id }) => !declared.has(id));
}

/** Time after which late returns are notified again: one week. */
const LATE_EVERY_MS = 604_800_000;

/** The locked returns of a scheme, with the record of their filing. */
type FilingState = Pick<LockState, "period_key" | "registration_id" | "filed">;

/** True if a registration makes a return of the period whose filing is not recorded, here or elsewhere. */
function hasUnfiledReturn(
  scheme: Scheme,
  period: Period,
  { registrations, markers }: NoticeContext,
  locks: readonly FilingState[],
): boolean {
  const making = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  return making.some((registration) => {
    const own = ownReturn({ scheme, period, registrations }, registration, markers);
    if (!own || own.filed_elsewhere) return !own;
    return !locks.some(
      (one) =>
        one.filed && one.period_key === period.key && one.registration_id === own.registration_id,
    );
  });
}

/**
 * Returns the notice of the overdue returns of a scheme, on the day after a due day and weekly while there are some. A
 * return is overdue until its filing is recorded, here or elsewhere, as in the overview. The notice names all of them,
 * nil ones included. Three reminders without an answer end a registration (Art. 58b Implementing Regulation (EU)
 * 282/2011).
 */
export function overdueNotice(
  scheme: Scheme,
  context: NoticeContext & { readonly locks: readonly FilingState[] },
  known: readonly Notice[],
  now: Date,
): NoticeOf<"return.overdue"> | undefined {
  const today = dayOf(now);
  const overdue = periodsBack(scheme.period_kind, today, SCHEMES_BEGAN)
    .filter(
      (period) =>
        today > period.filingDueDate && hasUnfiledReturn(scheme, period, context, context.locks),
    )
    .reverse();
  const id = `overdue-${scheme.slug}`;
  const found = lateReturns(
    scheme,
    overdue,
    known.find((one) => one.id === id),
    now,
  );
  return found && { id, kind: "return.overdue", ...found };
}

type LateReturns = Omit<NoticeOf<"return.overdue" | "return.unpaid">, "id" | "kind">;

/** Returns what a notice says of late periods, the oldest first; undefined while the last notice is enough. */
function lateReturns(
  scheme: Scheme,
  late: readonly Period[],
  told: Notice | undefined,
  now: Date,
): LateReturns | undefined {
  const [oldest] = late;
  if (!oldest) return undefined;
  const period_keys = late.map(({ key }) => key);
  const isTold =
    told !== undefined &&
    "period_keys" in told &&
    now.getTime() < Date.parse(told.created_at) + LATE_EVERY_MS &&
    period_keys.every((key) => told.period_keys.includes(key));
  if (isTold) return undefined;
  return {
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: oldest.key,
    filing_due_date: oldest.filingDueDate,
    period_keys,
  };
}

/** The locked returns of a scheme with their payments. */
type PaymentContext = {
  readonly locks: readonly Pick<LockState, "period_key" | "registration_id" | "totals">[];
  readonly payments: readonly Payments[];
};

/**
 * Returns the notice of the locked returns of a scheme that are not fully paid, on the day after a due day and weekly
 * while there are some. The VAT is due with the return (Art. 369i, 369v VAT Directive).
 */
export function unpaidNotice(
  scheme: Scheme,
  { locks, payments }: PaymentContext,
  known: readonly Notice[],
  now: Date,
): NoticeOf<"return.unpaid"> | undefined {
  const today = dayOf(now);
  const unpaid = locks
    .filter((one) => paymentState(one, paymentsOfReturn(payments, one)).outstanding_minor > 0)
    .map(({ period_key }) => period_key);
  const late = [...new Set(unpaid)]
    .sort()
    .map((key) => periodNamed(key) as Period)
    .filter(({ filingDueDate }) => today > filingDueDate);
  const id = `unpaid-${scheme.slug}`;
  const found = lateReturns(
    scheme,
    late,
    known.find((one) => one.id === id),
    now,
  );
  return found && { id, kind: "return.unpaid", ...found };
}

/** Minimum time between two notices of a period that keeps changing: one day. */
const PAUSE_MS = 86_400_000;

/**
 * Returns the declared periods of a scheme whose sums have changed since their last notice. Each period has one notice,
 * which a later change replaces and marks as unread, so the list stays short.
 */
export function lateNotices(
  scheme: Scheme,
  {
    registrations,
    markers,
  }: { readonly registrations: readonly Registration[]; readonly markers: PeriodMarkers },
  known: readonly Notice[],
  now: Date,
): NoticeOf<"late_change.recorded">[] {
  const { beyond } = changedBeyondReturns({ scheme, registrations }, markers, dayOf(now));
  const direct = new Set(beyond.map(({ one }) => one.period_key));
  return changedPeriods(scheme, registrations, markers)
    .map(({ scheme_type, period_key }) => ({
      id: `late-${scheme.slug}-${period_key}`,
      kind: "late_change.recorded" as const,
      created_at: now.toISOString(),
      scheme_type,
      period_key,
      changes: markers.get(returnPartition(scheme, period_key))?.changes ?? 0,
      ...(direct.has(period_key) ? { directly: true } : {}),
    }))
    .filter((fresh) => {
      const told = known.find(({ id }) => id === fresh.id);
      if (told?.kind !== "late_change.recorded") return true;
      const isOver = now.getTime() >= Date.parse(told.created_at) + PAUSE_MS;
      return isOver && fresh.changes > told.changes;
    });
}

/**
 * Notifies the account of returns that are due soon, overdue or not paid, and of locked ones that have changed since. The
 * decision depends only on stored data, so the next run finds what one run misses.
 */
export async function keepNotices(
  account: string,
  registrations: readonly Registration[],
  now: Date,
): Promise<void> {
  const today = dayOf(now);
  const standing = SCHEMES.filter(({ id }) => registrations.some((row) => row.scheme_type === id));
  if (standing.length === 0) return;
  const [known, contexts] = await Promise.all([
    loadNotices(account),
    Promise.all(standing.map((scheme) => loadNoticeContext(account, scheme, registrations))),
  ]);
  const fresh = contexts.flatMap(({ scheme, ...context }): ReturnNotice[] => {
    const due = dueSoon(scheme, context, now, today);
    const isNew = due && !known.some(({ id }) => id === due.id);
    const overdue = overdueNotice(scheme, context, known, now);
    const unpaid = unpaidNotice(scheme, context, known, now);
    return [
      ...(isNew ? [due] : []),
      ...(overdue ? [overdue] : []),
      ...(unpaid ? [unpaid] : []),
      ...lateNotices(scheme, context, known, now),
    ];
  });
  for (const notice of fresh) await keepNotice(account, notice, now);
}

/** Loads the markers of a scheme, and if a return is locked the records of filings and payments. */
async function loadNoticeContext(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
) {
  const markers = await loadMarkers(account, scheme.partitionPrefix);
  const isLocked = [...markers.values()].some(({ locks }) => locks.length > 0);
  const [locks, payments] = isLocked
    ? await Promise.all([loadLockStates(account, scheme.id), loadPayments(account, scheme.id)])
    : [[], []];
  return { scheme, registrations, markers, locks, payments };
}
