import { dayOf } from "../../core/calendar/iso-date.ts";
import { invalidRequest } from "../../core/errors/errors.ts";
import { EcbCsvError, type EcbDay, parseEcbCsv } from "../../vat/exchange-rates/ecb-csv.ts";
import { daysBeside, withoutJumps } from "../../vat/exchange-rates/ecb-feed.ts";
import type { EcbLoad, EcbLoaded } from "../../vat/exchange-rates/load-schema.ts";
import { loadMissingDays, refreshRates } from "./refresh-rates.ts";
import { loadEcbRange, storeEcbDays } from "./store-rates.ts";

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
  const beside = daysBeside(days);
  return withoutJumps(days, beside ? await loadEcbRange(beside.from, beside.to) : []).faults;
}
