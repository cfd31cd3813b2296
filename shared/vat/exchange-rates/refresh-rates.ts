import { dayOf } from "../../core/calendar/dates.ts";
import { invalidRequest } from "../../core/errors/errors.ts";
import { fetchEcbFile } from "../downloads.ts";
import { EcbCsvError, type EcbDay, parseEcbCsv } from "./ecb-csv.ts";
import {
  ECB_FILES,
  type EcbRefresh,
  frankfurtTime,
  missingDays,
  neighbouringDays,
  readEcbFiles,
  watchedRange,
  withoutJumps,
} from "./ecb-feed.ts";
import type { EcbLoad, EcbLoaded } from "./load-schema.ts";
import { compareRates, differenceLine, type RateComparison } from "./period-rates.ts";
import {
  loadEcbRange,
  loadStoredDays,
  readStoredDays,
  storeEcbDays,
} from "./store-exchange-rates.ts";

/** Fetches the ECB's rates, stores new and corrected ones, and returns the days without rates. */
export async function refreshRates(now: Date): Promise<EcbRefresh> {
  const fetched = await Promise.all(ECB_FILES.map(fetchEcbFile));

  const read = readEcbFiles(fetched, frankfurtTime(now).day);
  const neighbours = neighbouringDays(read.days);
  const seen = neighbours ? await loadStoredDays(neighbours.from, neighbours.to) : [];
  const { days, faults: jumps } = withoutJumps(read.days, seen);
  const faults = [...read.faults, ...jumps];

  // Compared before it is stored: afterwards a rate that was altered in the table would look like a correction.
  const differing = compareRates(seen, days)
    .differing.filter(({ published }) => published !== undefined)
    .map(differenceLine);
  const { stored, corrected } = await storeEcbDays(days, now);
  return { stored, corrected, differing, missing_days: await loadMissingDays(now), faults };
}

/** Returns the TARGET days of the past year that have no rates. */
async function loadMissingDays(now: Date) {
  const watched = watchedRange(now);
  const known = await loadEcbRange(watched.from, watched.to);
  return missingDays(
    watched,
    known.map(({ day }) => day),
  );
}

/**
 * Loads rates from the ECB, or from the text of a file, for an operator. Returns convert when they are read, so sales
 * that were left out for a missing rate count from then on.
 * @throws DomainError `invalid_request` if the file has a fault; nothing is stored then.
 */
export async function loadEcb(body: EcbLoad, now: Date): Promise<EcbLoaded> {
  if (body.from === "ecb") {
    const { stored, corrected, missing_days, faults } = await refreshRates(now);
    return { stored, corrected, missing_days: [...missing_days], faults: [...faults] };
  }
  const days = daysIn(body.csv, now);
  const jumps = body.confirm_jumps ? [] : await jumpsIn(days);
  if (jumps.length > 0) throw rejectedFile(jumps.slice(0, NAMED).join("\n"));
  const { stored, corrected } = await storeEcbDays(days, now);
  return { stored, corrected, missing_days: await loadMissingDays(now), faults: [] };
}

/** Maximum number of rates that are named separately. */
const NAMED = 10;

const rejectedFile = (message: string) => invalidRequest([{ field: "csv", message }]);

function daysIn(csv: string, now: Date): EcbDay[] {
  const days = parsedDays(csv);
  const coming = days.find(({ day }) => day > dayOf(now));
  if (coming) throw rejectedFile(`has rates of ${coming.day}, which is in the future`);
  return days;
}

function parsedDays(csv: string): EcbDay[] {
  try {
    return parseEcbCsv(csv);
  } catch (error) {
    if (error instanceof EcbCsvError) throw rejectedFile(error.message);
    throw error;
  }
}

/** Returns a sentence for each rate that differs a lot from the one before it. */
export async function jumpsIn(days: readonly EcbDay[]): Promise<readonly string[]> {
  const neighbours = neighbouringDays(days);
  return withoutJumps(days, neighbours ? await loadEcbRange(neighbours.from, neighbours.to) : [])
    .faults;
}

export async function verifyRates(
  published: readonly EcbDay[],
): Promise<RateComparison & { readonly unreadable: readonly string[] }> {
  const named = published.map(({ day }) => day).sort();
  const [first, last] = [named[0], named.at(-1)];
  const stored = first && last ? await readStoredDays(first, last) : { days: [], unreadable: [] };
  return { ...compareRates(stored.days, published), unreadable: stored.unreadable };
}
