import type { DateRange, IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { memberStateOf } from "../reference-data/member-states.ts";
import { nationalCurrencyOn } from "../reference-data/national-currency.ts";
import { hasOptedForDestination } from "../seller/in-force.ts";
import { type Profile, type ProfileHistory, profileOn } from "../seller/profile.ts";
import {
  atFixedRate,
  type DayRates,
  type DaySum,
  limitIn,
  withLastKnownRates,
} from "./day-sums.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { turnoverIn, yearBefore, yearToDate } from "./turnover.ts";

/** A reason why the relief of Art. 59c does not apply, or is uncertain; the message is for people. */
type ReliefReason = { readonly code: string; readonly message: string };

/** The sales of two years compared with the limit, in the currency in which the limit is fixed. */
type ReliefStatus = {
  readonly currency: Currency;
  readonly threshold_minor: number;
  readonly current_minor: number;
  readonly previous_year_minor: number;
  /** The amount that would be added if all sales under review counted, in both years. */
  readonly unreviewed_minor: number;
  readonly exceeded: boolean;
  /** A reason for each year above the limit, else the reasons for uncertainty. */
  readonly reasons: readonly ReliefReason[];
};

/** A calendar year of a seller, in minor units of the deciding currency. */
type Year = {
  readonly known_minor: number;
  readonly unreviewed_minor: number;
  /** True if some sales could not be converted, not even with the last known rates. */
  readonly incomplete: boolean;
  /** True if the last known rates stand in for missing ones. */
  readonly estimated: boolean;
  /** The part of `known_minor` that rests on no last known rate. */
  readonly exact_minor: number;
  /** True if the year has no sales in the ledger and no entered turnover. */
  readonly unknown: boolean;
};

/** Returns the currency of the limit: that of the one Member State of establishment (Art. 59c(5)). */
const decidingCurrency = (state: string | undefined, day: IsoDate): Currency =>
  state === undefined ? "EUR" : nationalCurrencyOn(state, day);

/**
 * Compares the calendar year of the range's last day, up to that day, and the year before (Art. 59c(1)(c)) with the
 * limit in the currency of `state`. Sales convert at the rate of their day.
 */
export function reliefStatusIn(state: string | undefined, input: ThresholdInput): ReliefStatus {
  const currency = decidingCurrency(state, input.range.to);
  const current = yearOf(yearToDate(input.range.to), currency, input);
  const previous = yearOf(yearBefore(input.range.to), currency, input);
  const limit = limitIn(currency);
  const year = yearBefore(input.range.to).from.slice(0, 4);
  const exceeding = exceededReasons(current, previous, limit, currency);
  return {
    currency,
    threshold_minor: limit,
    current_minor: current.known_minor,
    previous_year_minor: previous.known_minor,
    unreviewed_minor: current.unreviewed_minor + previous.unreviewed_minor,
    exceeded: exceeding.length > 0,
    reasons: exceeding.length > 0 ? exceeding : doubts(current, previous, limit, currency, year),
  };
}

function yearOf(days: DateRange, currency: Currency, input: ThresholdInput): Year {
  const { sums, unreviewed, seller } = input;
  const own = [...sums, ...unreviewed].filter(({ day }) => days.from <= day && day <= days.to);
  const rates = ratesFor(own, currency, input);
  const turnover = (of: readonly DaySum[], by = rates) =>
    turnoverIn(days, of, by, limitIn(currency), currency);
  const [booked, open] = [turnover(sums), turnover(unreviewed)];
  const estimated = rates !== input.rates;
  const exact = estimated ? turnover(sums, input.rates) : booked;
  const entered = seller.profile.entered_turnover.filter(
    ({ year }) => year === Number(days.from.slice(0, 4)),
  );
  const entered_minor = entered
    .map((amount) => Number(atFixedRate(amount.amount_minor, amount.currency, currency)))
    .reduce((sum, amount) => sum + amount, 0);
  return {
    known_minor: entered_minor + booked.current_minor,
    exact_minor: entered_minor + exact.current_minor,
    unreviewed_minor: open.current_minor,
    incomplete: [booked, open].some((turnover) => turnover.unconverted_currencies.length > 0),
    estimated,
    unknown: entered.length === 0 && own.length === 0,
  };
}

/**
 * Returns the rates that convert these sales. The relief is the law and no favour (Art. 59c(1)), so it does not hang on
 * the rates of one day: the last known ones stand in for missing ones.
 */
function ratesFor(
  sums: readonly DaySum[],
  currency: Currency,
  { rates }: ThresholdInput,
): DayRates {
  const converted = sums.filter((sum) => sum.currency !== currency);
  return withLastKnownRates(
    rates,
    converted.map(({ day }) => day),
  );
}

/** The last 5 % before the limit: an estimate there does not show that the limit is not exceeded. */
const isNear = (amount: number, limit: number): boolean =>
  BigInt(amount) * 100n > BigInt(limit) * 95n;

/** True if a year is certainly above the limit: by exact amounts, or by an estimate that exceeds it by 5 %. */
const isAbove = ({ known_minor, exact_minor }: Year, limit: number): boolean =>
  exact_minor > limit || BigInt(known_minor) * 100n > BigInt(limit) * 105n;

/**
 * Returns a reason for each year above the limit. The year before comes first, because it decides for the whole current
 * year.
 */
function exceededReasons(
  current: Year,
  previous: Year,
  limit: number,
  currency: Currency,
): ReliefReason[] {
  return [
    ...reasonIf(
      isAbove(previous, limit),
      "exceeded_previous_year",
      `the seller exceeded ${named(limit, currency)} in the calendar year before (Art. 59c(1)(c))`,
    ),
    ...reasonIf(
      isAbove(current, limit),
      "exceeded_this_year",
      `the seller exceeds ${named(limit, currency)} in this calendar year (Art. 59c(1)(c))`,
    ),
  ];
}

/** Returns the reasons why either year might be above the limit (docs/decisions/0050). */
function doubts(
  current: Year,
  previous: Year,
  limit: number,
  currency: Currency,
  year: string,
): ReliefReason[] {
  const mayExceed = (year: Year) =>
    year.unreviewed_minor > 0 && year.known_minor + year.unreviewed_minor > limit;
  return [
    ...reasonIf(
      previous.unknown,
      "previous_year_unknown",
      `the turnover of the calendar year before is not known: nothing is in the ledger or entered (Art. 59c(1)(c)). Enter the turnover of ${year} as entered_turnover of the account profile, 0 if there was none`,
    ),
    ...reasonIf(
      mayExceed(current) || mayExceed(previous),
      "unreviewed_turnover",
      `with the sales under review ${named(limit, currency)} may be exceeded (Art. 59c(1)(c))`,
    ),
    ...reasonIf(
      [current, previous].some((year) => year.incomplete || isTooCloseToEstimate(year, limit)),
      "unconverted_turnover",
      `exchange rates are missing, so some sales could not be converted to ${currency}, and it is not known that ${named(limit, currency)} is not exceeded (Art. 59c(1)(c))`,
    ),
  ];
}

const isTooCloseToEstimate = (year: Year, limit: number): boolean =>
  year.estimated && isNear(year.known_minor + year.unreviewed_minor, limit);

/** Returns the reason as a list if it holds, else an empty list. */
const reasonIf = (holds: boolean, code: string, message: string): ReliefReason[] =>
  holds ? [{ code, message }] : [];

/** Formats a limit as EUR 10,000 or SEK 99,680; every national currency of the table has two decimals. */
const named = (limit_minor: number, currency: Currency): string =>
  `${currency} ${(limit_minor / 100).toLocaleString("en-US")}`;

/** The decision on destination taxation of cross-border sales, with its reasons. */
type ReliefDecision = ReliefStatus & {
  /** False if missing facts could change the decision. */
  readonly certain: boolean;
};

/** Returns the distinct Member States of establishment, the seat first. */
const statesOfEstablishment = (countries: readonly (string | undefined)[]): string[] => [
  ...new Set(countries.flatMap((country) => memberStateOf(country ?? "")?.code ?? [])),
];

/**
 * Decides on the relief of Art. 59c on the last day of the range, as a calculation for a sale from the seat would.
 * Without a reason the relief applies, and sales are taxed at origin.
 */
export function thresholdDecision(input: ThresholdInput): ReliefDecision {
  const { registrations } = input.seller;
  const profile = profileOn(input.seller.profile, input.range.to);
  const states = statesOfEstablishment(countriesOf(profile));
  const status = reliefStatusIn(states[0], input);
  const definite = [
    ...obstacles(profile, states),
    ...reasonIf(
      hasOptedForDestination(registrations, input.range.to),
      "opted_for_destination",
      "the seller has chosen it by registering for the Union scheme, which binds for two calendar years (Art. 59c(3))",
    ),
    ...(status.exceeded ? status.reasons : []),
  ];
  if (definite.length > 0) return { ...status, certain: true, reasons: definite };
  const open = [
    ...reasonIf(
      profile.establishment_country === undefined,
      "establishment_unknown",
      "the account profile names no establishment (Art. 59c(1)(a))",
    ),
    ...status.reasons,
  ];
  return { ...status, certain: open.length === 0, reasons: open };
}

/** Returns the reasons why the relief cannot apply to the seller, whatever it sells. */
function obstacles(profile: Profile, states: readonly string[]): ReliefReason[] {
  return [
    ...reasonIf(
      profile.establishment_country !== undefined && states.length === 0,
      "established_outside_union",
      "the seller is not established in a Member State (Art. 59c(1)(a))",
    ),
    ...reasonIf(
      states.length > 1,
      "established_in_several_states",
      `the seller is established in more than one Member State, ${states.join(", ")} (Art. 59c(1)(a))`,
    ),
  ];
}

/**
 * Returns the currencies in which the limit may be tested: those of every state where the business may be established.
 */
export const decidingCurrencies = (
  profile: ProfileHistory,
  country: string | undefined,
  day: IsoDate,
): Currency[] =>
  statesOfEstablishment([...countriesOf(profileOn(profile, day)), country]).map((state) =>
    decidingCurrency(state, day),
  );

/** Returns the deciding currency of a business: that of its seat in the Union, else the euro. */
export const seatCurrency = (profile: ProfileHistory, day: IsoDate): Currency =>
  decidingCurrency(statesOfEstablishment(countriesOf(profileOn(profile, day)))[0], day);

const countriesOf = ({ establishment_country, fixed_establishments }: Profile) => [
  establishment_country,
  ...fixed_establishments.map(({ country }) => country),
];

/**
 * True if the relief certainly does not apply. In uncertain cases a calculation also uses destination
 * (docs/decisions/0050), and `certain` is false.
 */
export const destinationApplies = ({ reasons, certain }: ReliefDecision): boolean =>
  certain && reasons.length > 0;
