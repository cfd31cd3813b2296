import { type IsoDate, plusDays, rowOn } from "../../core/calendar/dates.ts";
import table from "../reference-data/class-rates.json" with { type: "json" };
import { toIsoCode, toReportCode } from "../reference-data/member-states.ts";
import {
  acceptedRateStarts,
  hasAccepted,
  RATES_COMPLETE_FROM,
  type RateCatalogue,
  type RateStart,
} from "../reference-data/vat-rates.ts";

/** One rate of a class in a state with its days, both included; null means open. */
type RateWindow = RateStart & { readonly valid_to: IsoDate | null };

/**
 * The table: state (its code in returns) → rates with their first days, newest first → the classes with this history;
 * `*` means all other classes. A rate without a day is in force since RATES_COMPLETE_FROM. See the README of the table.
 */
const HISTORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = table;

/**
 * The 27 Member States, which have a rate for every class. The table has only the standard rate of Northern Ireland.
 */
export const RATED_STATES: readonly string[] = Object.keys(table).filter((code) => code !== "XI");

/**
 * Returns the rate of a class in `state` on `day`, with its days. Rates begin and end on calendar days of the state.
 * @returns undefined where the table has no data: other countries, and days before its rows.
 */
export const classRateOn = (
  classId: string,
  state: string,
  day: IsoDate,
  rates: RateCatalogue,
): RateWindow | undefined => rowOn(windowsOf(classId, state, rates), day);

/** Returns the rates of a class, newest first. A rate holds until the day before the next one begins. */
export function windowsOf(classId: string, state: string, rates: RateCatalogue): RateWindow[] {
  const starts = hasAccepted(state, rates)
    ? startsWithAccepted(classId, state, rates)
    : builtIn(classId, state);
  return starts.map((start, at) => {
    const next = starts[at - 1];
    return { ...start, valid_to: next ? plusDays(next.valid_from, -1) : null };
  });
}

/** Returns the built-in rates of a class with their first days, newest first. */
function builtIn(classId: string, state: string): RateStart[] {
  const history = historyOf(classId, Object.entries(HISTORIES[state] ?? {}));
  return (history?.split(" ") ?? []).map(parsed);
}

/**
 * Returns the built-in and the accepted rates of a class, newest first. A class that is taxed at the standard rate
 * follows an accepted standard rate (Art. 96 VAT Directive): a reduced rate is never equal to the standard rate.
 */
function startsWithAccepted(classId: string, state: string, rates: RateCatalogue): RateStart[] {
  const builtStandard = builtIn("standard", state);
  const standard = merged(builtStandard, acceptedRateStarts(state, "standard", rates));
  if (classId === "standard") return standard;
  const own = merged(
    builtIn(classId, state).map((start) => ({
      ...start,
      follows: start.rate_bps === rowOn(builtStandard, start.valid_from)?.rate_bps,
    })),
    acceptedRateStarts(state, classId, rates).map((start) => ({
      ...start,
      follows: start.rate_bps === rowOn(standard, start.valid_from)?.rate_bps,
    })),
  );
  return own.flatMap((start, at) => {
    if (!start.follows) return start;
    const end = own[at - 1]?.valid_from;
    const since = rowOn(standard, start.valid_from);
    return [
      ...standard.filter(
        ({ valid_from }) => valid_from > start.valid_from && (!end || valid_from < end),
      ),
      { ...since, ...start, rate_bps: since?.rate_bps ?? start.rate_bps },
    ];
  });
}

/** Merges rates, newest first. An accepted rate replaces the built-in one of the same day. */
const merged = <Start extends RateStart>(built: readonly Start[], accepted: readonly Start[]) => {
  const replaced = new Set(accepted.map(({ valid_from }) => valid_from));
  return [...built.filter(({ valid_from }) => !replaced.has(valid_from)), ...accepted].sort(
    (a, b) => (a.valid_from < b.valid_from ? 1 : -1),
  );
};

function historyOf(classId: string, histories: readonly (readonly [string, string])[]) {
  const own = histories.find(([, classes]) => classes.split(" ").includes(classId));
  return (own ?? histories.find(([, classes]) => classes === "*"))?.[0];
}

/** Parses `2026-01-01:1350`, or `1400` for a rate that is in force since the table begins. */
function parsed(start: string) {
  const [rate, day = RATES_COMPLETE_FROM] = start.split(":").reverse();
  return { rate_bps: Number(rate), valid_from: day as IsoDate };
}

/** Returns a rate as the API reports it: Greece as GR, and the end as the first day without the rate. */
export function apiRate(state: string, { rate_bps, valid_from, valid_to }: RateWindow) {
  const ends = valid_to && midnight(plusDays(valid_to, 1));
  return { country: toIsoCode(state), rate_bps, valid_from: midnight(valid_from), valid_to: ends };
}

/** Formats a calendar day as the first instant of that day in UTC, as the API reports it. */
const midnight = (day: IsoDate): string => `${day}T00:00:00Z`;

/** Returns the rate of a class in the catalogue, which lists the 27 Member States without Northern Ireland. */
export function catalogueRateOn(
  classId: string,
  country: string,
  day: IsoDate,
  rates: RateCatalogue,
): RateWindow | undefined {
  const state = toReportCode(country);
  return RATED_STATES.includes(state) ? classRateOn(classId, state, day, rates) : undefined;
}
