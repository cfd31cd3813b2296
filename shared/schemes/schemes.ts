import { type Period, periodKeyOn, periodOn } from "../calendar/period.ts";
import { IOSS } from "./ioss.ts";
import type { Scheme } from "./scheme.ts";
import type { SupplyEvent } from "./supply-event.ts";
import { UNION_OSS } from "./union-oss.ts";

/** Every scheme that makes returns. */
export const SCHEMES: readonly Scheme[] = [UNION_OSS, IOSS];

/** The scheme that a supply counts in, be it in its returns or among what they leave out. */
export function schemeOf(event: SupplyEvent): Scheme {
  const scheme = SCHEMES.find((one) => one.takes(event));
  if (!scheme) throw new RangeError(`no scheme takes ${event.supply_kind}`);
  return scheme;
}

/** The tax period an event counts in. */
export const taxPeriodOf = (event: SupplyEvent): Period =>
  periodOn(schemeOf(event).period_kind, event.supply_date);

/** The key of the tax period an event counts in. */
export const periodKeyOf = (event: SupplyEvent): string =>
  periodKeyOn(schemeOf(event).period_kind, event.supply_date);
