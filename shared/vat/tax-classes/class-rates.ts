import { type IsoDate, plusDays, rowOn } from "../../core/calendar/dates.ts";
import table from "../reference-data/class-rates.json" with { type: "json" };
import { toReportCode } from "../reference-data/member-states.ts";
import {
  type AppliesTo,
  acceptedRateStarts,
  covers,
  type Form,
  hasAccepted,
  RATES_COMPLETE_FROM,
  type RateCatalogue,
  type RateStart,
} from "../reference-data/vat-rates.ts";

/** One rate of a class in a state with its days, both included; null means open. */
export type RateWindow = RateStart & { readonly valid_to: IsoDate | null };

/**
 * The table: state (its code in returns) → rates with their first days, newest first → the classes with this history;
 * `*` means all other classes. A rate without a day is in force since RATES_COMPLETE_FROM. `500p` covers physical
 * supplies alone, `2700e` electronic ones; `books@electronic` has the history of the latter. See the README of the table.
 */
const HISTORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = table;

/**
 * The 27 Member States, which have a rate for every class. The table has only the standard rate of Northern Ireland.
 */
export const RATED_STATES: readonly string[] = Object.keys(table).filter((code) => code !== "XI");

/**
 * Returns the rate of a class in `state` on `day`, with its days. Rates begin and end on calendar days of the state.
 * @returns undefined where the table has no data: other countries, days before its rows, and electronic supplies that
 * no row covers.
 */
export const classRateOn = (
  classId: string,
  state: string,
  day: IsoDate,
  rates: RateCatalogue,
  form: Form = "physical",
): RateWindow | undefined => rowOn(windowsOf(classId, state, rates, form), day);

/** Returns the rates of a class for a form of supply, newest first. A rate holds until the day before the next one. */
export function windowsOf(
  classId: string,
  state: string,
  rates: RateCatalogue,
  form: Form = "physical",
): RateWindow[] {
  const starts = hasAccepted(state, rates)
    ? startsWithAccepted(classId, state, rates, form)
    : builtIn(classId, state, form);
  return starts.map((start, at) => {
    const next = starts[at - 1];
    return { ...start, valid_to: next ? plusDays(next.valid_from, -1) : null };
  });
}

/** Returns the built-in rates of a class for a form of supply with their first days, newest first. */
function builtIn(classId: string, state: string, form: Form): RateStart[] {
  const histories = Object.entries(HISTORIES[state] ?? {});
  const own = form === "electronic" ? ownHistory(`${classId}@electronic`, histories) : undefined;
  const others = histories.find(([, classes]) => classes === "*");
  const history = own ?? ownHistory(classId, histories) ?? others;
  const starts = (history?.[0].split(" ") ?? []).map(parsed);
  return starts.filter(({ applies_to }) => covers(applies_to, form));
}

/**
 * Returns the built-in and the accepted rates of a class, newest first. A class that is taxed at the standard rate
 * follows an accepted standard rate (Art. 96 VAT Directive): a reduced rate is never equal to the standard rate.
 */
function startsWithAccepted(
  classId: string,
  state: string,
  rates: RateCatalogue,
  form: Form,
): RateStart[] {
  const builtOwn = builtIn(classId, state, form);
  // An accepted rate of groceries makes no electronic supplies of groceries.
  if (builtOwn.length === 0) return [];
  const builtStandard = builtIn("standard", state, form);
  const standard = merged(builtStandard, acceptedRateStarts(state, "standard", rates, form));
  if (classId === "standard") return standard;
  const own = merged(
    builtOwn.map((start) => ({
      ...start,
      follows: start.rate_bps === rowOn(builtStandard, start.valid_from)?.rate_bps,
    })),
    acceptedRateStarts(state, classId, rates, form).map((start) => ({
      ...start,
      follows: start.rate_bps === rowOn(standard, start.valid_from)?.rate_bps,
    })),
  );
  return own.flatMap((start, at) => {
    if (!start.follows) return start;
    const end = own[at - 1]?.valid_from;
    const since = rowOn(standard, start.valid_from);
    return [
      ...standard
        .filter(({ valid_from }) => valid_from > start.valid_from && (!end || valid_from < end))
        .map((change) => ({ ...change, applies_to: start.applies_to })),
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

const ownHistory = (key: string, histories: readonly (readonly [string, string])[]) =>
  histories.find(([, classes]) => classes.split(" ").includes(key));

const MARKS: Readonly<Record<string, AppliesTo>> = { p: "physical", e: "electronic" };

/** Parses `2026-01-01:1350`, or `1400p` for a rate of physical supplies that is in force since the table begins. */
function parsed(start: string): RateStart {
  const [rate = "", day = RATES_COMPLETE_FROM] = start.split(":").reverse();
  const applies_to = MARKS[rate.at(-1) ?? ""] ?? "any";
  return { rate_bps: Number.parseInt(rate, 10), valid_from: day as IsoDate, applies_to };
}

/** Returns the rate of a class in the catalogue, which lists the 27 Member States without Northern Ireland. */
export function catalogueRateOn(
  classId: string,
  country: string,
  day: IsoDate,
  rates: RateCatalogue,
  form?: Form,
): RateWindow | undefined {
  const state = toReportCode(country);
  return RATED_STATES.includes(state) ? classRateOn(classId, state, day, rates, form) : undefined;
}
