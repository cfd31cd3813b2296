import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { notFound } from "../../core/errors/errors.ts";
import { toIsoCode } from "../reference-data/member-states.ts";
import { TAX_CLASSES } from "./catalogue.ts";
import { catalogueRateOn } from "./catalogue-rate.ts";
import { RATED_STATES } from "./class-rates.ts";
import type { ClassRate, TaxClassDetail } from "./schema.ts";

/**
 * A class with its rates in force on `day`: of the state `country` alone when given, else of all
 * Member States by ISO code. A country of which nothing is known has no row.
 * @throws DomainError `not_found` when there is no such class.
 */
export function taxClassDetail(
  id: string,
  country: string | undefined,
  day: IsoDate,
): TaxClassDetail {
  const taxClass = TAX_CLASSES.find((one) => one.id === id);
  if (!taxClass) throw notFound("tax class");
  const states = country === undefined ? RATED_STATES : [country];
  const rates = states.flatMap((state) => rateIn(state, id, day));
  return { ...taxClass, rates: rates.sort((a, b) => (a.country < b.country ? -1 : 1)) };
}

/** The interface writes Greece as GR, and the end of a rate as the first day without it. */
function rateIn(state: string, id: string, day: IsoDate): ClassRate[] {
  const rate = catalogueRateOn(id, state, day);
  if (!rate) return [];
  const { rate_bps, valid_from, valid_to } = rate;
  const ends = valid_to && midnight(plusDays(valid_to, 1));
  const country = toIsoCode(state);
  return [{ country, rate_bps, valid_from: midnight(valid_from), valid_to: ends }];
}

/** The interface shows a civil day as the first instant of that day in UTC. */
const midnight = (day: IsoDate): string => `${day}T00:00:00Z`;
