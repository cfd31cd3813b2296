import { dayOf } from "../../core/calendar/iso-date.ts";
import { keepNotice, loadNotices } from "../../notifications/store.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { loadMarks } from "../locks/store-markers.ts";
import { dueSoon } from "./due-notices.ts";
import { lateNotices } from "./late-notices.ts";

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
  const [known, marks] = await Promise.all([
    loadNotices(account),
    Promise.all(standing.map(({ book }) => loadMarks(account, book))),
  ]);
  const fresh = standing.flatMap((scheme, n) => {
    const ground = { registrations, marks: marks[n] ?? new Map() };
    const due = dueSoon(scheme, ground, now, today);
    const isNew = due && !known.some(({ id }) => id === due.id);
    return [...(isNew ? [due] : []), ...lateNotices(scheme, ground, known, now)];
  });
  for (const notice of fresh) await keepNotice(account, notice, now);
}
