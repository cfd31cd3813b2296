import type { IsoDate } from "../calendar/iso-date.ts";
import { notFound } from "../refusals/errors.ts";
import { TAX_CLASSES } from "./catalogue.ts";
import { classRateOn, RATED_COUNTRIES } from "./class-rates.ts";
import type { ClassRate, TaxClassDetail } from "./schema.ts";

/**
 * A class with its rates in force on `day`: of `country` alone when given, else of all Member
 * States by code. A country of which nothing is known has no row.
 * @throws DomainError `not_found` when there is no such class.
 */
export function taxClassDetail(
  id: string,
  country: string | undefined,
  day: IsoDate,
): TaxClassDetail {
  const taxClass = TAX_CLASSES.find((one) => one.id === id);
  if (!taxClass) throw notFound("tax class");
  const countries = country === undefined ? RATED_COUNTRIES : [country];
  return { ...taxClass, rates: countries.flatMap((one) => rateIn(one, id, day)) };
}

function rateIn(country: string, id: string, day: IsoDate): ClassRate[] {
  const rate = classRateOn(id, country, day);
  if (!rate) return [];
  const { rate_bps, valid_from, valid_to } = rate;
  const ends = valid_to && midnight(valid_to);
  return [{ country, rate_bps, valid_from: midnight(valid_from), valid_to: ends }];
}

/** The interface shows a civil day as the first instant of that day in UTC. */
const midnight = (day: IsoDate): string => `${day}T00:00:00Z`;
