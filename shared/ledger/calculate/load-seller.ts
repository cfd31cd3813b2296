import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Seller } from "../../vat/place-of-supply/finding.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import { yearToDate } from "../../vat/threshold/range.ts";
import { decidingCurrencies } from "../../vat/threshold/relief.ts";
import { isConverted, loadRates, loadThresholdInput } from "../load-threshold.ts";

/** The facts of a supply that are known before its place is decided. */
type Planned = {
  readonly day: IsoDate;
  readonly currency: string;
  /** The country of the establishment that makes the supply, if the request names one. */
  readonly country: string | undefined;
};

/** Loads what the place of a supply depends on, apart from the supply itself. */
export async function loadSeller(
  account: string,
  { day, currency, country }: Planned,
  today: IsoDate,
): Promise<Seller> {
  const threshold = await loadThresholdInput(account, yearToDate(day), today, { country });
  const { profile, registrations } = threshold.seller;
  // This supply counts towards the threshold as well, and may be the first in its currency.
  const decided = decidingCurrencies(profile, country, day);
  const published = isConverted(currency, decided) ? await loadRates([day], today) : [];
  const days = new Map([...threshold.rates.days, ...published]);
  return {
    profile: profileOn(profile, day),
    registrations,
    threshold: { ...threshold, rates: { ...threshold.rates, days } },
  };
}
