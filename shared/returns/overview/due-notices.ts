import { dayOf, type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { type Period, periodBefore, periodOn } from "../../core/calendar/period.ts";
import { returnPartition } from "../../ledger/sums/sum-key.ts";
import type { Notice, NoticeOf } from "../../notifications/notification.ts";
import { keepNotice, loadNotices } from "../../notifications/store.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { changedPeriods } from "../locks/declared-returns.ts";
import type { PeriodMarkers } from "../locks/period-markers.ts";
import { loadMarkers } from "../locks/store-markers.ts";

/** Days before the due day from which a return that is open is worth a word. */
const DAYS_BEFORE = 10;

type NoticeContext = {
  readonly registrations: readonly Registration[];
  /** Of all books of the scheme. */
  readonly markers: PeriodMarkers;
};

/**
 * The return of a scheme that is due within ten days, and neither locked nor filed elsewhere; told once, under one id.
 * Returns are due at the end of the month after their period (Art. 369f, 369s VAT Directive), so there is one at most.
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

/** Whether a registration makes a return of the period that nobody has declared. */
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

/** A period that keeps changing is told of once a day. */
const PAUSE_MS = 86_400_000;

/**
 * The declared periods of a scheme whose sums were changed since they were told of last. Each has one notice, which a
 * later change replaces, and which is unread again then: however often a shop books late, the list stays short.
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
  return changedPeriods(scheme, registrations, markers)
    .map(({ scheme_type, period_key }) => ({
      id: `late-${scheme.slug}-${period_key}`,
      kind: "late_change.recorded" as const,
      created_at: now.toISOString(),
      scheme_type,
      period_key,
      changes: markers.get(returnPartition(scheme, period_key))?.changes ?? 0,
    }))
    .filter((fresh) => {
      const told = known.find(({ id }) => id === fresh.id);
      if (told?.kind !== "late_change.recorded") return true;
      const isOver = now.getTime() >= Date.parse(told.created_at) + PAUSE_MS;
      return isOver && fresh.changes > told.changes;
    });
}

/**
 * Tells the account of returns that are due soon, and of locked ones that have changed since. What it goes by is
 * stored: whatever a round misses, the next one finds.
 */
export async function keepNotices(
  account: string,
  registrations: readonly Registration[],
  now: Date,
): Promise<void> {
  const today = dayOf(now);
  const standing = SCHEMES.filter(({ id }) => registrations.some((row) => row.scheme_type === id));
  if (standing.length === 0) return;
  const [known, markers] = await Promise.all([
    loadNotices(account),
    Promise.all(standing.map(({ partitionPrefix }) => loadMarkers(account, partitionPrefix))),
  ]);
  const fresh = standing.flatMap((scheme, n) => {
    const context = { registrations, markers: markers[n] ?? new Map() };
    const due = dueSoon(scheme, context, now, today);
    const isNew = due && !known.some(({ id }) => id === due.id);
    return [...(isNew ? [due] : []), ...lateNotices(scheme, context, known, now)];
  });
  for (const notice of fresh) await keepNotice(account, notice, now);
}
