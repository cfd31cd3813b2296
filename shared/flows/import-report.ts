import { type Month, monthOf, monthsOf } from "../calendar/month.ts";
import type { Quarter } from "../calendar/quarter.ts";
import type { PeriodRates } from "../exchange-rates/period-rates.ts";
import type { Place } from "../ledger/listing.ts";
import type { Registration } from "../registrations/registration.ts";
import type { ImportMonthInput } from "../returns/month-report.ts";
import type { ImportRules } from "../returns/sort-month.ts";
import { needsEvents, talliesWithin } from "../returns/window.ts";
import { readIndex } from "../store/event-index.ts";
import { loadPeriodRates } from "../store/exchange-rates.ts";
import { recordOf } from "../store/supply-events.ts";
import { loadTallies } from "../store/tallies.ts";
import { mergeShards, type Tally } from "../tallies/tally.ts";
import { parseImportKey } from "../tallies/tally-key.ts";

/** Everything that the months of a quarter in the import scheme are made of, as they stand. */
export const loadImportQuarter = (
  account: string,
  quarter: Quarter,
  registrations: readonly Registration[],
): Promise<ImportMonthInput[]> =>
  Promise.all(monthsOf(quarter).map((month) => loadImportMonth(account, month, registrations)));

/**
 * Everything that a month is made of. A month that a registration cuts in two is counted from its own
 * events, through the index, which on AWS is a little behind; every other month reads sums alone.
 */
export async function loadImportMonth(
  account: string,
  month: Month,
  registrations: readonly Registration[],
): Promise<ImportMonthInput> {
  const kept = await loadTallies(account, month.key);
  const tallies = needsEvents(kept, { month, registrations })
    ? await countEvents(account, month, registrations)
    : kept;
  return { month, registrations, tallies, rates: await ratesFor(month, tallies) };
}

/** What decides on the events of a month one by one. */
export async function loadImportRules(
  account: string,
  month: Month,
  registrations: readonly Registration[],
): Promise<ImportRules> {
  const kept = await loadTallies(account, month.key);
  return { month, registrations, rates: await ratesFor(month, kept) };
}

async function countEvents(
  account: string,
  { firstDay, lastDay }: Month,
  registrations: readonly Registration[],
): Promise<Tally[]> {
  let tallies: Tally[] = [];
  let after: Place | undefined;
  do {
    const page = await readIndex(account, { from: firstDay, to: lastDay }, after);
    const imports = page.items.filter((item) => item["supply_kind"] === "imported_goods");
    tallies = mergeShards([...tallies, ...talliesWithin(imports.map(recordOf), registrations)]);
    after = page.next;
  } while (after);
  return tallies;
}

/** The rates of a month and of the earlier months that its corrections go back to. */
async function ratesFor(
  month: Month,
  tallies: readonly Tally[],
): Promise<ReadonlyMap<string, PeriodRates>> {
  const corrected = tallies.flatMap(({ key }) => {
    const parsed = parseImportKey(key);
    const original = parsed.family === "correction" ? monthOf(parsed.original_period) : undefined;
    return original ? [original] : [];
  });
  const months = new Map([month, ...corrected].map((one) => [one.key, one]));
  const rates = await Promise.all(
    [...months.values()].map(({ key, lastDay }) => loadPeriodRates(key, lastDay)),
  );
  return new Map(rates.map((one) => [one.period, one]));
}
