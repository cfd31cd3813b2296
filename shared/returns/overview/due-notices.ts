import {
  dayOf,
  type IsoDate,
  noticeInstant,
  type Period,
  periodBefore,
  periodOn,
  periodsBack,
  plusDays,
} from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import type { Notice, NoticeOf, ReturnNotice } from "../../notifications/notification.ts";
import { keepNotice, loadNotices } from "../../notifications/store.ts";
import { SCHEMES_BEGAN, type Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { changedBeyondReturns, changedPeriods, ownReturn } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/locked-period.ts";
import { loadLockStates, loadMarkers } from "../locks/store-locks.ts";
import { paymentState, paymentsOfReturn } from "../payment/payment.ts";
import type { Payments } from "../payment/schema.ts";
import { loadPayments } from "../payment/store-payments.ts";
import type { LockState } from "./load-due-returns.ts";
import { withAmounts } from "./notice-amounts.ts";

/** Numbers of days before the due day from which an open return is notified, and again. */
const DAYS_BEFORE = [1, 3, 10] as const;

export type NoticeContext = {
  readonly registrations: readonly Registration[];
  /** The markers of all partitions of the scheme. */
  readonly markers: PeriodMarkers;
};

/**
 * Returns the return of a scheme that is due within ten days, and neither locked nor filed elsewhere. It is notified
 * ten, three and one days before the due day, under one id. Returns are due at the end of the month after their period
 * (Art. 369f, 369s VAT Directive), so there is at most one.
 */
export function dueSoon(
  scheme: Scheme,
  { registrations, markers }: NoticeContext,
  known: readonly Notice[],
  now: Date,
): NoticeOf<"return.due_soon"> | undefined {
  const today = dayOf(now);
  const period = periodBefore(periodOn(scheme.period_kind, today));
  const { key, filingDueDate } = period;
  if (today > filingDueDate) return undefined;
  const days_before = DAYS_BEFORE.find((days) => today >= plusDays(filingDueDate, -days));
  const id = `due-${scheme.slug}-${key}`;
  const notified = known.find((notice) => notice.id === id);
  const isNotified =
    notified?.kind === "return.due_soon" && notified.days_before <= (days_before ?? 0);
  if (days_before === undefined || isNotified) return undefined;
  if (!hasOpenReturn(scheme, period, { registrations, markers })) return undefined;
  return {
    id,
    kind: "return.due_soon",
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: key,
    filing_due_date: filingDueDate,
    days_before,
  };
}

/** True if a registration makes a return of the period that is not declared. */
function hasOpenReturn(
  scheme: Scheme,
  period: Period,
  { registrations, markers }: NoticeContext,
): boolean {
  const activeRegistrations = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  const { locks = [], openings = [] } = markers.get(returnPartition(scheme, period.key)) ?? {};
  const declared = new Set(
    [...locks, ...openings].map((declaration) => declaration.registration_id),
  );
  return activeRegistrations.some(({ id }) => !declared.has(id));
}

/** Time after which overdue and unpaid returns are notified again: one week. */
const LATE_EVERY_MS = 604_800_000;

type FilingState = Pick<LockState, "period_key" | "registration_id" | "filed" | "submitted_on">;

/** True if a registration makes a return of the period whose submission is not recorded, here or elsewhere. */
export function hasUnfiledReturn(
  scheme: Scheme,
  period: Period,
  { registrations, markers }: NoticeContext,
  locks: readonly FilingState[],
): boolean {
  const activeRegistrations = inForce(registrations, scheme.id, period.firstDay, period.lastDay);
  return activeRegistrations.some((registration) => {
    const own = ownReturn({ scheme, period, registrations }, registration, markers);
    if (!own || own.filed_elsewhere) return !own;
    return !locks.some(
      (lock) =>
        (lock.filed || lock.submitted_on) &&
        lock.period_key === period.key &&
        lock.registration_id === own.registration_id,
    );
  });
}

/**
 * Returns the notice of the overdue returns of a scheme, on the day after a due day and weekly while there are some. A
 * return is overdue until its submission is recorded, here or elsewhere, as in the overview. The notice names all of them,
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
  const [oldest] = overdue;
  if (!oldest) return undefined;
  const id = `overdue-${scheme.slug}`;
  const period_keys = overdue.map(({ key }) => key);
  const notified = known.find((notice) => notice.id === id);
  const isNotified =
    notified?.kind === "return.overdue" &&
    now.getTime() < Date.parse(notified.created_at) + LATE_EVERY_MS &&
    period_keys.every((key) => notified.period_keys.includes(key));
  if (isNotified) return undefined;
  return {
    id,
    kind: "return.overdue",
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: oldest.key,
    filing_due_date: oldest.filingDueDate,
    period_keys,
  };
}

/** Days after the due day in which an unpaid return is notified, so that no returns of former years are. */
const UNPAID_DAYS = 30;

/** Returns the period whose due day is over since a day, and since thirty at most. */
export function payablePeriod(scheme: Scheme, today: IsoDate): Period | undefined {
  const isRecent = ({ filingDueDate }: Period) =>
    today > filingDueDate && today <= plusDays(filingDueDate, UNPAID_DAYS);
  return periodsBack(scheme.period_kind, today, SCHEMES_BEGAN).find(isRecent);
}

/**
 * Returns the notice of a locked return whose VAT is not recorded as paid after its due day (Art. 369i, 369v VAT
 * Directive), on the day after it and weekly.
 */
export function unpaidNotice(
  scheme: Scheme,
  { period, locks, payments }: PayablePeriod,
  known: readonly Notice[],
  now: Date,
): NoticeOf<"return.unpaid"> | undefined {
  const own = locks.filter(({ period_key }) => period_key === period.key);
  const payable = own
    .map((lock) => ({
      period_key: period.key,
      currency: lock.return_currency,
      minor: paymentState(lock, paymentsOfReturn(payments, lock)).outstanding_minor,
      is_locked: true,
    }))
    .filter(({ minor }) => minor > 0);
  const id = `unpaid-${scheme.slug}-${period.key}`;
  const notified = known.find((notice) => notice.id === id);
  const isNotified = notified && now.getTime() < Date.parse(notified.created_at) + LATE_EVERY_MS;
  if (payable.length === 0 || isNotified) return undefined;
  return {
    id,
    kind: "return.unpaid",
    created_at: now.toISOString(),
    scheme_type: scheme.id,
    period_key: period.key,
    filing_due_date: period.filingDueDate,
    payable,
  };
}

type PayablePeriod = {
  readonly period: Period;
  readonly locks: readonly Pick<
    LockState,
    "period_key" | "registration_id" | "return_currency" | "totals"
  >[];
  readonly payments: readonly Payments[];
};

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
      const notified = known.find(({ id }) => id === fresh.id);
      if (notified?.kind !== "late_change.recorded") return true;
      const isOver = now.getTime() >= Date.parse(notified.created_at) + PAUSE_MS;
      return isOver && fresh.changes > notified.changes;
    });
}

/**
 * Notifies the account of returns that are due soon, overdue or unpaid, and of locked ones that have changed since. The
 * decision depends only on stored data, so the next run finds what one run misses.
 */
export async function keepNotices(
  ledger: LedgerId,
  registrations: readonly Registration[],
  now: Date,
): Promise<void> {
  const at = noticeInstant(now);
  const registeredSchemes = SCHEMES.filter(({ id }) =>
    registrations.some((row) => row.scheme_type === id),
  );
  if (registeredSchemes.length === 0) return;
  const [known, contexts] = await Promise.all([
    loadNotices(ledger),
    Promise.all(
      registeredSchemes.map((scheme) => loadNoticeContext(ledger, scheme, registrations, now)),
    ),
  ]);
  const fresh = contexts.flatMap(({ scheme, payable, ...context }) => {
    const due = dueSoon(scheme, context, known, at);
    const overdue = overdueNotice(scheme, context, known, at);
    const unpaid = payable && unpaidNotice(scheme, payable, known, at);
    const ofPeriods = [due, overdue, unpaid].flatMap((notice): ReturnNotice[] =>
      notice ? [notice] : [],
    );
    const notices = [...ofPeriods, ...lateNotices(scheme, context, known, at)];
    return notices.map((notice) => ({ notice, returns: { scheme, ...context } }));
  });
  for (const { notice, returns } of fresh) {
    const told = await withAmounts(ledger, notice, returns, dayOf(now));
    await keepNotice(ledger, told, known, now);
  }
}

/** Loads the markers of a scheme and, if a return is locked, the records of filings and of payments. */
async function loadNoticeContext(
  ledger: LedgerId,
  scheme: Scheme,
  registrations: readonly Registration[],
  now: Date,
) {
  const markers = await loadMarkers(ledger, scheme.partitionPrefix);
  const isLocked = [...markers.values()].some(({ locks }) => locks.length > 0);
  const period = isLocked ? payablePeriod(scheme, dayOf(now)) : undefined;
  const [locks, payments] = await Promise.all([
    isLocked ? loadLockStates(ledger, scheme.id) : [],
    period ? loadPayments(ledger, scheme.id, period.key) : [],
  ]);
  return { scheme, registrations, markers, locks, payable: period && { period, locks, payments } };
}
