import type { DateRange, IsoDate } from "../../core/calendar/iso-date.ts";
import { memberStateOf } from "../reference-data/member-states.ts";
import { nationalCurrencyOn } from "../reference-data/national-currency.ts";
import { hasOptedForDestination } from "../seller/in-force.ts";
import { type Profile, type ProfileHistory, profileOn } from "../seller/profile.ts";
import type { DaySum } from "./day-sums.ts";
import { atFixedRate, limitIn } from "./national-equivalents.ts";
import { yearBefore, yearToDate } from "./range.ts";
import type { ThresholdInput } from "./threshold-input.ts";
import { turnoverIn } from "./turnover.ts";

/** Why the relief of Art. 59c does not apply, or is not certain to; the message is for people. */
type ReliefReason = { readonly code: string; readonly message: string };

/** Where the sales of two years stand against the limit, in the currency that the limit is fixed in. */
type ReliefStatus = {
  readonly currency: string;
  readonly threshold_minor: number;
  readonly current_minor: number;
  readonly previous_year_minor: number;
  /** What would be added if all that is under review counted, in either year. */
  readonly unreviewed_minor: number;
  readonly exceeded: boolean;
  /** Every year that exceeds; or else what is not known. */
  readonly reasons: readonly ReliefReason[];
};

/** A calendar year of a seller, in minor units of the deciding currency. */
type Year = {
  readonly known_minor: number;
  readonly unreviewed_minor: number;
  /** Sales could not be converted. */
  readonly incomplete: boolean;
  /** Nothing is in the ledger, and nothing was entered. */
  readonly unknown: boolean;
};

/** The limit is tested in the currency of the one Member State of establishment (Art. 59c(5)). */
const decidingCurrency = (state: string | undefined, day: IsoDate): string =>
  state === undefined ? "EUR" : nationalCurrencyOn(state, day);

/**
 * The calendar year of the range's last day, up to that day, and the year before it (Art. 59c(1)(c)),
 * in the currency of `state`. Sales convert at the rate of their day.
 */
export function reliefStatusIn(state: string | undefined, input: ThresholdInput): ReliefStatus {
  const currency = decidingCurrency(state, input.range.to);
  const current = yearOf(yearToDate(input.range.to), currency, input);
  const previous = yearOf(yearBefore(input.range.to), currency, input);
  const limit = limitIn(currency);
  const exceeding = exceededReasons(current, previous, limit, currency);
  return {
    currency,
    threshold_minor: limit,
    current_minor: current.known_minor,
    previous_year_minor: previous.known_minor,
    unreviewed_minor: current.unreviewed_minor + previous.unreviewed_minor,
    exceeded: exceeding.length > 0,
    reasons: exceeding.length > 0 ? exceeding : doubts(current, previous, limit, currency),
  };
}

function yearOf(days: DateRange, currency: string, input: ThresholdInput): Year {
  const { sums, unreviewed, rates, seller } = input;
  const turnover = (of: readonly DaySum[]) =>
    turnoverIn(days, of, rates, limitIn(currency), currency);
  const [booked, open] = [turnover(sums), turnover(unreviewed)];
  const entered = seller.profile.entered_turnover.filter(
    ({ year }) => year === Number(days.from.slice(0, 4)),
  );
  const entered_minor = entered.map((one) =>
    Number(atFixedRate(one.amount_minor, one.currency, currency)),
  );
  const isSold = [...sums, ...unreviewed].some(({ day }) => days.from <= day && day <= days.to);
  return {
    known_minor: entered_minor.reduce((sum, amount) => sum + amount, booked.current_minor),
    unreviewed_minor: open.current_minor,
    incomplete: [booked, open].some((one) => one.unconverted_currencies.length > 0),
    unknown: entered.length === 0 && !isSold,
  };
}

/** The year before comes first: it decides for the whole of this one. */
function exceededReasons(
  current: Year,
  previous: Year,
  limit: number,
  currency: string,
): ReliefReason[] {
  return [
    ...reasonIf(
      previous.known_minor > limit,
      "exceeded_previous_year",
      `the seller exceeded ${named(limit, currency)} in the calendar year before (Art. 59c(1)(c))`,
    ),
    ...reasonIf(
      current.known_minor > limit,
      "exceeded_this_year",
      `the seller exceeds ${named(limit, currency)} in this calendar year (Art. 59c(1)(c))`,
    ),
  ];
}

/** What might take either year above the limit, for all that is known (docs/decisions/0050). */
function doubts(current: Year, previous: Year, limit: number, currency: string): ReliefReason[] {
  const mayExceed = (year: Year) => year.known_minor + year.unreviewed_minor > limit;
  return [
    ...reasonIf(
      previous.unknown,
      "previous_year_unknown",
      "the turnover of the calendar year before is not known: nothing is in the ledger or entered (Art. 59c(1)(c))",
    ),
    ...reasonIf(
      mayExceed(current) || mayExceed(previous),
      "unreviewed_turnover",
      `with the sales under review ${named(limit, currency)} may be exceeded (Art. 59c(1)(c))`,
    ),
    ...reasonIf(
      current.incomplete || previous.incomplete,
      "unconverted_turnover",
      `some sales could not be converted to ${currency}, so it is not known that ${named(limit, currency)} is not exceeded (Art. 59c(1)(c))`,
    ),
  ];
}

/** The reason, where it holds. */
const reasonIf = (holds: boolean, code: string, message: string): ReliefReason[] =>
  holds ? [{ code, message }] : [];

/** EUR 10,000, or SEK 99,680: every national currency of the table has cents. */
const named = (limit_minor: number, currency: string): string =>
  `${currency} ${(limit_minor / 100).toLocaleString("en-US")}`;

/** Whether sales over a border are taxed at destination, and what says so. */
type Decision = ReliefStatus & {
  /** False where what is not known could change the answer. */
  readonly certain: boolean;
};

/** The Member States where a business is established, its seat first, each once. */
const statesOfEstablishment = (countries: readonly (string | undefined)[]): string[] => [
  ...new Set(countries.flatMap((country) => memberStateOf(country ?? "")?.code ?? [])),
];

/**
 * The decision of Art. 59c on the last day of the range, as a calculation for a sale from the seat
 * would make it: without a reason there is relief, and tax at home.
 */
export function thresholdDecision(input: ThresholdInput): Decision {
  const { registrations } = input.seller;
  const profile = profileOn(input.seller.profile, input.range.to);
  const states = statesOfEstablishment(countriesOf(profile));
  const standing = reliefStatusIn(states[0], input);
  const definite = [
    ...obstacles(profile, states),
    ...reasonIf(
      hasOptedForDestination(registrations, input.range.to),
      "opted_for_destination",
      "the seller has chosen it by registering for the Union scheme (Art. 59c(3))",
    ),
    ...(standing.exceeded ? standing.reasons : []),
  ];
  if (definite.length > 0) return { ...standing, certain: true, reasons: definite };
  const open = [
    ...reasonIf(
      profile.establishment_country === undefined,
      "establishment_unknown",
      "the account profile names no establishment (Art. 59c(1)(a))",
    ),
    ...standing.reasons,
  ];
  return { ...standing, certain: open.length === 0, reasons: open };
}

/** Why the relief cannot apply to such a seller, whatever it sells. */
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

/** The currencies that the limit may be tested in: of every state where the business may be established. */
export const decidingCurrencies = (
  profile: ProfileHistory,
  country: string | undefined,
  day: IsoDate,
): string[] =>
  statesOfEstablishment([...countriesOf(profileOn(profile, day)), country]).map((state) =>
    decidingCurrency(state, day),
  );

/** The currency that decides for a business so established: of its seat, where that is in the Union. */
export const seatCurrency = (profile: ProfileHistory, day: IsoDate): string =>
  decidingCurrency(statesOfEstablishment(countriesOf(profileOn(profile, day)))[0], day);

const countriesOf = ({ establishment_country, fixed_establishments }: Profile) => [
  establishment_country,
  ...fixed_establishments.map(({ country }) => country),
];

/**
 * Whether it is known that there is no relief. Where that is not certain a calculation says
 * destination as well (docs/decisions/0050), and `certain` tells that it may come out otherwise.
 */
export const destinationApplies = ({ reasons, certain }: Decision): boolean =>
  certain && reasons.length > 0;
