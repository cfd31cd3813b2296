import type { IsoDate } from "../calendar/iso-date.ts";
import table from "../reference-data/class-rates.json" with { type: "json" };

/** One rate of a class in a country, from `valid_from` to the day before `valid_to`; null is open. */
export type RateWindow = {
  readonly rate_bps: number;
  readonly valid_from: IsoDate;
  readonly valid_to: IsoDate | null;
};

/**
 * country (ISO 3166-1) → rates since when, newest first → the classes of this history; `*` is all
 * others. A rate without a day is in force since COMPLETE_FROM at least. See the README of the table.
 */
const HISTORIES: Readonly<Record<string, Readonly<Record<string, string>>>> = table;

/** Reduced rates are known from here on; only the standard rates carry their true first day. */
const COMPLETE_FROM = "2021-07-01";

/** The countries that the table covers: the 27 Member States by ISO code, so Greece is GR. */
export const RATED_COUNTRIES: readonly string[] = Object.keys(table).sort();

/**
 * The rate of a class of the catalogue in `country` on `day`, and how long it holds. Rates begin
 * and end on civil days of the country.
 * @returns undefined where the table claims nothing: other countries, and days before its rows.
 */
export const classRateOn = (
  classId: string,
  country: string,
  day: IsoDate,
): RateWindow | undefined =>
  windowsOf(classId, country).find(({ valid_from }) => valid_from <= day);

/** Newest first. A rate holds until the next begins. */
function windowsOf(classId: string, country: string): RateWindow[] {
  const history = historyOf(classId, Object.entries(HISTORIES[country] ?? {}));
  const starts = (history?.split(" ") ?? []).map(parsed);
  return starts.map((start, at) => ({ ...start, valid_to: starts[at - 1]?.valid_from ?? null }));
}

function historyOf(classId: string, histories: readonly (readonly [string, string])[]) {
  const own = histories.find(([, classes]) => classes.split(" ").includes(classId));
  return (own ?? histories.find(([, classes]) => classes === "*"))?.[0];
}

/** `2026-01-01:1350`, or `1400` for a rate that the table begins with. */
function parsed(start: string) {
  const [rate, day = COMPLETE_FROM] = start.split(":").reverse();
  return { rate_bps: Number(rate), valid_from: day as IsoDate };
}
