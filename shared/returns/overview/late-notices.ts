import { returnBook } from "../../ledger/sums/sum-key.ts";
import type { Notice, NoticeOf } from "../../notifications/notification.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { changedPeriods } from "../locks/declared-returns.ts";
import type { Marks } from "../locks/period-markers.ts";

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
    marks,
  }: { readonly registrations: readonly Registration[]; readonly marks: Marks },
  known: readonly Notice[],
  now: Date,
): NoticeOf<"late_change.recorded">[] {
  return changedPeriods(scheme, registrations, marks)
    .map(({ scheme_type, period_key }) => ({
      id: `late-${scheme.slug}-${period_key}`,
      kind: "late_change.recorded" as const,
      created_at: now.toISOString(),
      scheme_type,
      period_key,
      changes: marks.get(returnBook(scheme, period_key))?.changes ?? 0,
    }))
    .filter((fresh) => {
      const told = known.find(({ id }) => id === fresh.id);
      if (told?.kind !== "late_change.recorded") return true;
      const isOver = now.getTime() >= Date.parse(told.created_at) + PAUSE_MS;
      return isOver && fresh.changes > told.changes;
    });
}
