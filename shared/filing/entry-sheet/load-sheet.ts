import type { Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadSigners } from "../../returns/locks/signers.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { loadDeclaredReturn } from "../load-declared-return.ts";
import { entrySheet, requireLines } from "./entry-sheet.ts";
import type { EntrySheet } from "./schema.ts";
import { loadTicks, storeTicks } from "./store-ticks.ts";

type SheetOf = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id?: number | undefined;
  readonly decimal?: "point" | "comma" | undefined;
};

/**
 * Loads the entry sheet of the locked return of a period or, if it is open, of its preview.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadSheet(
  ledger: LedgerId,
  { scheme, period, registration_id: chosen, decimal }: SheetOf,
): Promise<EntrySheet> {
  const loaded = await loadDeclaredReturn(ledger, scheme, period, chosen);
  const { registration_id } = loaded;
  const name = { scheme_type: scheme.id, period_key: period.key, registration_id };
  const ticked = await loadTicks(ledger, name);
  const options = { status: loaded.state, registration_id, decimal, ticked };
  const recount_pending = await loadPendingRecount(ledger, period);
  const signers = await loadSigners(ledger, loaded.signed);
  return { ...entrySheet(loaded.neutral, options), recount_pending, signers };
}

/**
 * Ticks lines of a sheet, and returns the sheet.
 * @throws DomainError also `entry_sheet_changed` if a line is not in the sheet
 */
export async function tickSheet(
  ledger: LedgerId,
  of: SheetOf,
  { line_ids, ticked }: { readonly line_ids: readonly string[]; readonly ticked: boolean },
): Promise<EntrySheet> {
  const sheet = await loadSheet(ledger, of);
  requireLines(sheet, line_ids);
  const { scheme_type, period_key, registration_id } = sheet;
  await storeTicks(ledger, { scheme_type, period_key, registration_id }, line_ids, ticked);
  const meant = new Set(line_ids);
  const lines = sheet.lines.map((line) => (meant.has(line.line_id) ? { ...line, ticked } : line));
  return { ...sheet, lines, ticked_count: lines.filter((line) => line.ticked).length };
}
