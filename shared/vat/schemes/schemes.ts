import { type Period, periodKeyOn, periodOn } from "../../core/calendar/period.ts";
import { IOSS } from "./ioss.ts";
import { NON_UNION_OSS } from "./non-union-oss.ts";
import type { Scheme } from "./scheme.ts";
import { type LedgerEvent, treatmentOf } from "./supply-event.ts";
import { UNION_OSS } from "./union-oss.ts";

/** Every scheme with returns. */
export const SCHEMES: readonly Scheme[] = [UNION_OSS, NON_UNION_OSS, IOSS];

/** Returns the scheme in which a supply counts, in its returns or in their exclusions. */
export function schemeOf(event: LedgerEvent): Scheme {
  const treated = { supply_kind: event.supply_kind, treatment: treatmentOf(event) };
  const scheme = SCHEMES.find((one) => one.takes(treated));
  if (!scheme) throw new RangeError(`no scheme takes ${treated.treatment} ${event.supply_kind}`);
  return scheme;
}

/** Returns the scheme with that id. */
export function schemeNamed(id: string): Scheme {
  const scheme = SCHEMES.find((one) => one.id === id);
  if (!scheme) throw new RangeError(`no scheme is called ${id}`);
  return scheme;
}

/** Returns the tax period in which an event counts. */
export const taxPeriodOf = (event: LedgerEvent): Period =>
  periodOn(schemeOf(event).period_kind, event.supply_date);

/** Returns the key of the tax period in which an event counts. */
export const periodKeyOf = (event: LedgerEvent): string =>
  periodKeyOn(schemeOf(event).period_kind, event.supply_date);
