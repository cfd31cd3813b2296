import { profileOn } from "../accounts/profile.ts";
import type { IsoDate } from "../calendar/iso-date.ts";
import type { Seller } from "../place-of-supply/seller.ts";
import { loadProfile } from "../store/account-profiles.ts";
import { loadEcbRange } from "../store/exchange-rates.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { publicationDaysFor } from "../threshold/day-rates.ts";
import { yearToDate } from "../threshold/range.ts";
import { loadThresholdInput } from "./load-threshold.ts";

/** What the place of a supply on `day` in `currency` depends on besides the supply. */
export async function loadSeller(
  account: string,
  currency: string,
  day: IsoDate,
  today: IsoDate,
): Promise<Seller> {
  const [profile, { items }, threshold, published] = await Promise.all([
    loadProfile(account),
    loadRegistrations(account),
    loadThresholdInput(account, yearToDate(day), today),
    loadRatesOf(currency, day, today),
  ]);
  const days = new Map([...threshold.rates.days, ...published]);
  return {
    profile: profileOn(profile, day),
    registrations: items,
    threshold: { ...threshold, rates: { ...threshold.rates, days } },
  };
}

/** This supply counts towards the threshold too, and may be the first in its currency. */
async function loadRatesOf(currency: string, day: IsoDate, today: IsoDate) {
  const range = currency === "EUR" ? undefined : publicationDaysFor([day], today);
  const days = range ? await loadEcbRange(range.from, range.to) : [];
  return days.map((one) => [one.day, one.rates] as const);
}
