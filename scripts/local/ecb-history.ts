import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { IsoDate as IsoDateText } from "../../shared/core/calendar/iso-date.ts";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import { loadEcbDay } from "../../shared/ledger/rates/store-rates.ts";
import { loadEcbFile } from "../operate/ecb/load-file.ts";

const HISTORY = fileURLToPath(
  new URL("../../shared/vat/reference-data/ecb-history.csv", import.meta.url),
);

/** The last day of the rates that come with the service. */
export async function lastDayOfHistory(): Promise<IsoDateText> {
  const lastRow = (await readFile(HISTORY, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  return IsoDate.parse(lastRow.slice(0, "YYYY-MM-DD".length));
}

/**
 * Loads the rates that come with the service where they are not in the table. They are stored in
 * the order of their days, so where the last day is, all are: also after a load that was broken off.
 */
export async function ensureEcbHistory(now: Date): Promise<void> {
  if (!(await loadEcbDay(await lastDayOfHistory()))) await loadEcbFile(HISTORY, now);
}
