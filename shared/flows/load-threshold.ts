import type { DateRange, IsoDate } from "../calendar/iso-date.ts";
import { loadEcbRange } from "../store/exchange-rates.ts";
import { loadTallies } from "../store/tallies.ts";
import { thresholdBook } from "../tallies/tally-key.ts";
import type { ThresholdInput } from "../threshold/check.ts";
import { publicationDaysFor } from "../threshold/day-rates.ts";
import { daySums } from "../threshold/day-sums.ts";
import { yearsOf } from "../threshold/range.ts";

/**
 * Everything that the threshold check of a range is made of: the sums of its years and of the year
 * before the last, and the rates of the days that have sales in another currency than the euro.
 */
export async function loadThresholdInput(
  account: string,
  range: DateRange,
  today: IsoDate,
): Promise<ThresholdInput> {
  const years = await Promise.all(
    yearsOf(range).map((year) => loadTallies(account, thresholdBook(year))),
  );
  const sums = daySums(years.flat());
  const foreign = sums.filter(({ currency }) => currency !== "EUR");
  const published = publicationDaysFor(
    foreign.map(({ day }) => day),
    today,
  );
  const days = published ? await loadEcbRange(published.from, published.to) : [];
  return { range, sums, rates: { today, days: new Map(days.map((one) => [one.day, one.rates])) } };
}
