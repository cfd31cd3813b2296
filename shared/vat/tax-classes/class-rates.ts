import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import table from "../reference-data/class-rates.json" with { type: "json" };
import { RATES_COMPLETE_FROM } from "../reference-data/known-span.ts";
import { rowOn } from "../reference-data/on-date.ts";

/** One rate of a class in a state; both days included, and null is open. */
type RateWindow = {
  readonly rate_bps: number;
  readonly valid_from: IsoDate;
  readonly valid_to: IsoDate | null;
};

/**
 * state (its code in returns) → rates since when, newest first → the classes of this history; `*` is
 * all others. A rate without a day is in force since RATES_COMPLETE_FROM. See the README of the table.
 */
const HISTORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = table;

/** The 27 Member States, where every class has a rate; of Northern Ireland only the standard one is kept. */
export const RATED_STATES: readonly string[] = Object.keys(table).filter((code) => code !== "XI");

/**
 * The rate of a class of the catalogue in `state` on `day`, and how long it holds. Rates begin and
 * end on civil days of the state.
 * @returns undefined where the table claims nothing: other countries, and days before its rows.
 */
export const classRateOn = (classId: string, state: string, day: IsoDate): RateWindow | undefined =>
  rowOn(windowsOf(classId, state), day);

/** Newest first. A rate holds until the day before the next begins. */
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

/** `2026-01-01:1350`, or `1400` for a rate that the table begins with. */
function parsed(start: string) {
  const [rate, day = RATES_COMPLETE_FROM] = start.split(":").reverse();
  return { rate_bps: Number(rate), valid_from: day as IsoDate };
}

/** The rate that the catalogue shows of a class: it lists the 27 Member States, not Northern Ireland. */
export const catalogueRateOn = (classId: string, state: string, day: IsoDate) =>
  RATED_STATES.includes(state) ? classRateOn(classId, state, day) : undefined;
