import { type IsoDate, plusDays, rowOn } from "../../core/calendar/iso-date.ts";
import table from "../reference-data/class-rates.json" with { type: "json" };
import { RATES_COMPLETE_FROM } from "../reference-data/known-span.ts";

/** One rate of a class in a state with its days, both included; null means open. */
type RateWindow = {
  readonly rate_bps: number;
  readonly valid_from: IsoDate;
  readonly valid_to: IsoDate | null;
};

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
export const classRateOn = (classId: string, state: string, day: IsoDate): RateWindow | undefined =>
  rowOn(windowsOf(classId, state), day);

/** Returns the rates of a class, newest first. A rate holds until the day before the next one begins. */
function windowsOf(classId: string, state: string): RateWindow[] {
  const history = historyOf(classId, Object.entries(HISTORIES[state] ?? {}));
  const starts = (history?.split(" ") ?? []).map(parsed);
  return starts.map((start, at) => {
    const next = starts[at - 1];
    return { ...start, valid_to: next ? plusDays(next.valid_from, -1) : null };
  });
}

function historyOf(classId: string, histories: readonly (readonly [string, string])[]) {
  const own = histories.find(([, classes]) => classes.split(" ").includes(classId));
  return (own ?? histories.find(([, classes]) => classes === "*"))?.[0];
}

/** Parses `2026-01-01:1350`, or `1400` for a rate that is in force since the table begins. */
function parsed(start: string) {
  const [rate, day = RATES_COMPLETE_FROM] = start.split(":").reverse();
  return { rate_bps: Number(rate), valid_from: day as IsoDate };
}

/** Returns the rate of a class in the catalogue, which lists the 27 Member States without Northern Ireland. */
export const catalogueRateOn = (classId: string, state: string, day: IsoDate) =>
  RATED_STATES.includes(state) ? classRateOn(classId, state, day) : undefined;
