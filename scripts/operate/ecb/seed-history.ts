import {
  loadEcbRange,
  storeEcbDays,
} from "../../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { HISTORY, readEcbFile } from "./load-file.ts";

/**
 * Stores the bundled history, except days that are stored already: the refresh may have stored later corrections of the
 * ECB for such a day.
 */
export async function seedEcbHistory(now: Date): Promise<{ stored: number; known: number }> {
  const days = await readEcbFile(HISTORY);
  const [first, last] = [days.at(0), days.at(-1)];
  const stored = first && last ? await loadEcbRange(first.day, last.day) : [];
  const known = new Set(stored.map(({ day }) => day));
  const missing = days.filter(({ day }) => !known.has(day));
  await storeEcbDays(missing, now);
  return { stored: missing.length, known: days.length - missing.length };
}
