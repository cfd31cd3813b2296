import { noteOnBoard } from "../../accounts/people/store-board.ts";
import type { Period } from "../../core/calendar/dates.ts";
import { notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import {
  type Filing,
  type LockedExport,
  type LockedPeriod,
  returnOfExport,
} from "./locked-period.ts";
import { afterCorrection, afterFiling, requestedLock } from "./state.ts";
import { storeFiling } from "./store-lock-files.ts";
import { loadLocksOf, saveFiling, saveFilingCorrection } from "./store-locks.ts";

/** A return of a period; `registration_id` chooses one of two registrations. */
type Returned = { readonly period: Period; readonly registration_id?: number | undefined };

/**
 * Records that the return of a locked period was filed, and shows that on the board; the first record is kept.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function fileReturn(
  ledger: LedgerId,
  scheme: Scheme,
  { period, registration_id }: Returned,
  filing: Filing,
  now: Date,
): Promise<LockedPeriod> {
  const locks = await loadLocksOf(ledger, scheme.id, period.key);
  const lock = requestedLock(locks, registration_id);
  const filed = afterFiling(lock, period.key, filing);
  const stored = filed === lock ? filed : await storedFiling(ledger, filed, filing, now);
  await noteOnBoard(ledger, stored, { state: "filed" }, now);
  return stored;
}

async function storedFiling(
  ledger: LedgerId,
  filed: LockedPeriod,
  filing: Filing,
  now: Date,
): Promise<LockedPeriod> {
  // The file is written first: of two concurrent filings it shows the first one, and cannot be overwritten.
  const first = await storeFiling(ledger, filed, filing, now);
  return withRetries(() => saveFiling(ledger, filed, first, now));
}

/**
 * Records another day and reference of a filing. The first record, and every correction before, stay as evidence.
 * @throws DomainError `period_not_locked`, `period_not_filed`, `registration_conflict`, `not_ready`
 */
export async function correctFiling(
  ledger: LedgerId,
  scheme: Scheme,
  { period, registration_id }: Returned,
  correction: Filing,
): Promise<LockedPeriod> {
  return withRetries(async () => {
    const locks = await loadLocksOf(ledger, scheme.id, period.key);
    const lock = requestedLock(locks, registration_id);
    const corrected = afterCorrection(lock, period.key, correction);
    if (corrected !== lock) await saveFilingCorrection(ledger, corrected);
    return corrected;
  });
}

/**
 * Returns the stored file of a locked period of the scheme.
 * @throws DomainError `not_found`
 */
export async function findExport(
  ledger: LedgerId,
  scheme: Scheme,
  exportId: string,
): Promise<LockedExport> {
  const of = returnOfExport(exportId);
  const isOurs = of?.scheme === scheme;
  const locks = isOurs ? await loadLocksOf(ledger, scheme.id, of.period.key) : [];
  const found = locks.flatMap((lock) => lock.exports).find(({ id }) => id === exportId);
  if (!found) throw notFound("export");
  return found;
}
