import { readFile } from "node:fs/promises";
import type { IsoDate as IsoDateText } from "../../shared/core/calendar/dates.ts";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import { loadEcbDay } from "../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { HISTORY, loadEcbFile } from "../operate/ecb/load-file.ts";

export async function lastDayOfHistory(): Promise<IsoDateText> {
  const lastRow = (await readFile(HISTORY, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  return IsoDate.parse(lastRow.slice(0, "YYYY-MM-DD".length));
}

/**
 * Loads the bundled rates if they are not in the table. Rates are stored in the order of their days, so if the last day
 * is there, all days are, even after an interrupted load.
 */
export async function ensureEcbHistory(now: Date): Promise<void> {
  if (!(await loadEcbDay(await lastDayOfHistory()))) await loadEcbFile(HISTORY, now);
}
