import type { DateRange, IsoDate } from "../core/calendar/dates.ts";
import type { LedgerId } from "../core/ids.ts";
import type { Currency } from "../core/money/money.ts";
import type { LoadRange } from "../vat/exchange-rates/cached-rates.ts";
import type { EcbDay } from "../vat/exchange-rates/ecb-csv.ts";
import { loadEcbRange } from "../vat/exchange-rates/store-exchange-rates.ts";
import {
  daySums,
  daysBefore,
  electronicSums,
  publicationDaysFor,
  unreviewedSums,
  wantsEarlierRates,
} from "../vat/threshold/day-sums.ts";
import { decidingCurrencies } from "../vat/threshold/relief.ts";
import type { ThresholdInput } from "../vat/threshold/threshold-input.ts";
import { turnoverIn, yearBefore, yearsOf, yearToDate } from "../vat/threshold/turnover.ts";
import { loadAccountSettings } from "./settings/store-settings.ts";
import { loadSums } from "./sums/store-sums.ts";
import { thresholdPartition } from "./sums/sum.ts";

type ThresholdOptions = {
  /** An establishment that may be missing in the profile. */
  readonly country?: string | undefined;
  /** A supply that is to be converted as well; `day` is in the range. */
  readonly planned?: { readonly day: IsoDate; readonly currency: Currency };
  /** The source of rates, if the caller shares it between checks. */
  readonly loadRange?: LoadRange;
};

/**
 * Loads the input of the threshold check of a range: the sums of its years, always with the year before its last one,
 * the seller, and the rates of the days whose sales need converting.
 */
export async function loadThresholdInput(
  ledger: LedgerId,
  range: DateRange,
  today: IsoDate,
  { country, planned, loadRange }: ThresholdOptions = {},
): Promise<ThresholdInput> {
  const [years, { profile, registrations }] = await Promise.all([
    Promise.all(yearsOf(range).map((year) => loadSums(ledger, thresholdPartition(year)))),
    loadAccountSettings(ledger),
  ]);
  const [sums, unreviewed] = [daySums(years.flat()), unreviewedSums(years.flat())];
  const seller = { profile, registrations: registrations.items };
  // Sales in euro need no rate, unless the seat's limit is in another currency (Art. 59c(5)).
  const decided = decidingCurrencies(profile, country, range.to);
  const needed = [...sums, ...unreviewed, ...(planned ? [planned] : [])].filter((sum) =>
    isConverted(sum.currency, decided),
  );
  const days = await loadRates(
    needed.map(({ day }) => day),
    today,
    loadRange,
  );
  return { range, sums, unreviewed, rates: { today, days }, seller };
}

/** The limit of Art. 24b(d), second subparagraph, CIR 282/2011: EUR 100,000 a calendar year, without VAT. */
const SINGLE_EVIDENCE_LIMIT_MINOR = 10_000_000;

/**
 * True if electronic services exceed EUR 100,000 in the calendar year of `day`, up to that day, or in the year before, each
 * day's sales at its rate. Then one item of evidence does not decide where a customer is.
 */
export async function needsTwoItems(ledger: LedgerId, day: IsoDate, today: IsoDate) {
  const years = [yearBefore(day), yearToDate(day)];
  const loaded = await Promise.all(
    years.map(({ from }) => loadSums(ledger, thresholdPartition(from.slice(0, 4)))),
  );
  const sums = electronicSums(loaded.flat());
  const foreign = sums.filter(({ currency }) => currency !== "EUR");
  const days = await loadRates(
    foreign.map((sum) => sum.day),
    today,
  );
  return years.some(
    (year) =>
      turnoverIn(year, sums, { today, days }, SINGLE_EVIDENCE_LIMIT_MINOR).current_minor >
      SINGLE_EVIDENCE_LIMIT_MINOR,
  );
}

/** True if a sale in `currency` needs a rate for its amount in euro, or for the decision. */
const isConverted = (currency: Currency, decided: readonly Currency[]): boolean =>
  [...decided, "EUR"].some((code) => code !== currency);

/** Loads the rates that supplies on these days may need, and those before them if a day has none. */
async function loadRates(
  needed: readonly IsoDate[],
  today: IsoDate,
  loadRange: LoadRange = loadEcbRange,
) {
  const published = publicationDaysFor(needed, today);
  if (!published) return new Map<IsoDate, EcbDay["rates"]>();
  const days = ratesByDay(await loadRange(published.from, published.to));
  if (!wantsEarlierRates({ today, days }, needed)) return days;
  // The relief of small sellers rests on the last known rates where those of a day are missing.
  const before = daysBefore(published.from);
  return new Map([...ratesByDay(await loadRange(before.from, before.to)), ...days]);
}

const ratesByDay = (days: readonly EcbDay[]) => new Map(days.map((day) => [day.day, day.rates]));
