import { publicationDayOn, quarterOf } from "../../shared/core/calendar/dates.ts";
import { FIXED_EURO_RATES } from "../../shared/vat/exchange-rates/period-rates.ts";
import type { SentEvent } from "../make/supply-event.ts";
import { decimal, dividedBy, type Fraction, times, whole } from "./fraction.ts";

/*
 * The state of one account as a tax clerk with paper would keep it: lists, and nothing added up.
 * Nothing here or in its neighbours imports the service's logic; its tables of data and its calendar
 * are taken as given.
 */

export type Status = "classified" | "needs_review" | "excluded";

export type Booked = {
  readonly given: SentEvent;
  /** Where services are supplied from: the event's own word, or else the profile's. */
  readonly establishment: string | undefined;
  status: Status;
  /** Where it counts; a non-sale that is linked counts where its sale does. */
  scheme: Scheme;
};

export type QuarterScheme = "union_oss" | "non_union_oss";
export type Scheme = QuarterScheme | "ioss";

export type Registered = {
  readonly id: number;
  readonly scheme_type: Scheme;
  member_state_identification: string;
  effective_from: string;
  effective_to?: string | undefined;
  status: "active" | "pending" | "ended" | "excluded";
};

export type Profile = {
  readonly establishment_country?: string;
  readonly fixed_establishments: readonly { readonly country: string }[];
};

/** What was published, by day and currency: units per euro. */
export type Published = Map<string, Map<string, string>>;

export type World = {
  readonly profile: Profile;
  readonly published: Published;
  readonly events: Booked[];
  readonly registrations: Registered[];
  /** By scheme and quarter: the rates that its locked returns have on record, by their registrations. */
  readonly recorded: Map<string, ReadonlyMap<number, ReadonlyMap<string, Rate>>>;
};

export type Rate = { readonly rate: string; readonly date: string };

/** The last day of a quarter, YYYY-Qn, or of a month, YYYY-MM. */
export function lastDayOf(period: string): string {
  const quarter = quarterOf(period);
  if (quarter) return quarter.lastDay;
  const [year, month] = period.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The first day of a quarter or a month. */
export const firstDayOf = (period: string): string => quarterOf(period)?.firstDay ?? `${period}-01`;

/** Everything that converts a period: what was published for its last day, and ended currencies. */
export function ratesOf(world: World, period: string): Map<string, Rate> {
  const day = publicationDayOn(lastDayOf(period) as Parameters<typeof publicationDayOn>[0]);
  const rates = new Map<string, Rate>();
  for (const { currency, rate, valid_from } of FIXED_EURO_RATES) {
    if (valid_from <= day) rates.set(currency, { rate, date: valid_from });
  }
  for (const [currency, rate] of world.published.get(day) ?? []) {
    rates.set(currency, { rate, date: day });
  }
  return rates;
}

/** Two schemes lock the same quarter. */
export const recordName = (scheme: Scheme, quarter: string): string => `${scheme} ${quarter}`;

/** The same for corrections of a quarter: what its locked returns have on record goes first, the last registration's foremost. */
export function correctionRatesOf(world: World, scheme: Scheme, period: string): Map<string, Rate> {
  const recorded = [...(world.recorded.get(recordName(scheme, period)) ?? [])];
  const inOrder = recorded.sort(([a], [b]) => a - b).map(([, rates]) => [...rates]);
  return new Map([...ratesOf(world, period), ...inOrder.flat()]);
}

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };

/** An amount in minor units of another currency, or undefined where a rate is missing. */
export function converted(
  amount: number,
  from: string,
  to: string,
  rates: ReadonlyMap<string, Rate>,
): Fraction | undefined {
  if (from === to) return whole(amount);
  const [sold, bought] = [minorPerEuro(from, rates), minorPerEuro(to, rates)];
  return sold && bought && dividedBy(times(whole(amount), bought), sold);
}

function minorPerEuro(currency: string, rates: ReadonlyMap<string, Rate>): Fraction | undefined {
  const rate = currency === "EUR" ? "1" : rates.get(currency)?.rate;
  return rate === undefined
    ? undefined
    : times(decimal(rate), whole(10n ** BigInt(DECIMALS[currency] ?? 2)));
}
