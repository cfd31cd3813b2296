import { parse } from "csv-parse/sync";
import * as z from "zod";
import { IsoDate } from "../../shared/calendar/schema.ts";
import { toReportCode } from "../../shared/reference-data/member-states.ts";

/** From this day on the tables are complete for the 27 Member States; reduced rates begin here. */
export const COMPLETE_FROM = "2021-07-01";

/** One rate of one country from `valid_from` until the day before `valid_to`. */
const Window = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  rate_bps: z.coerce.number().int().min(0).max(2700),
  valid_from: IsoDate,
  valid_to: z.union([IsoDate, z.literal("").transform(() => undefined)]),
  source: z.string().min(1),
  confidence: z.enum(["high", "medium", "low"]),
});
export type Window = z.output<typeof Window>;

const ClassWindow = Window.extend({ class_id: z.string().regex(/^[a-z_]+$/) });
export type ClassWindow = z.output<typeof ClassWindow>;

const rowsOf = (csv: string): unknown[] => parse(csv, { columns: true });

/** The rows of tax-rates.csv. */
export const classWindows = (csv: string): ClassWindow[] => z.array(ClassWindow).parse(rowsOf(csv));

/** The rows of other-rates.csv. */
export const otherWindows = (csv: string): Window[] => z.array(Window).parse(rowsOf(csv));

/** class → country (ISO) → first day → rate in basis points, newest first. */
export type TaxRates = Record<string, Record<string, Record<string, number>>>;

export const taxRatesOf = (windows: readonly ClassWindow[]): TaxRates =>
  mapGroups(windows, "class_id", (ofClass) =>
    mapGroups(ofClass, "country", (ofCountry) =>
      Object.fromEntries(
        [...ofCountry].sort(newestFirst).map(({ valid_from, rate_bps }) => [valid_from, rate_bps]),
      ),
    ),
  );

/** The rows under each value of `key`, in order of first appearance, each group turned into `to`. */
function mapGroups<Row, Out>(
  rows: readonly Row[],
  key: keyof Row,
  to: (group: readonly Row[]) => Out,
): Record<string, Out> {
  const groups = Object.entries(Object.groupBy(rows, (row) => String(row[key])));
  return Object.fromEntries(groups.map(([name, group = []]) => [name, to(group)]));
}

/** country (code of returns) → first day → every rate in force from then on, newest first. */
export function ratesInForceOf(
  windows: readonly Window[],
): Record<string, Record<string, number[]>> {
  const byCountry = Object.groupBy(windows, ({ country }) => toReportCode(country));
  const countries = Object.entries(byCountry).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(countries.map(([country, own = []]) => [country, windowsOfSets(own)]));
}

function windowsOfSets(windows: readonly Window[]): Record<string, number[]> {
  const changes = windows
    .flatMap(({ valid_from, valid_to }) => [valid_from, valid_to])
    .filter((day) => day !== undefined)
    .map((day) => (day < COMPLETE_FROM ? COMPLETE_FROM : day));
  const sets = [...new Set(changes)].sort().map((day) => [day, setOn(windows, day)] as const);
  const moved = sets.filter(([, set], at) => String(set) !== String(sets[at - 1]?.[1]));
  return Object.fromEntries(moved.reverse());
}

const setOn = (windows: readonly Window[], day: string): number[] =>
  [
    ...new Set(
      windows
        .filter(({ valid_from, valid_to }) => valid_from <= day && (!valid_to || day < valid_to))
        .map(({ rate_bps }) => rate_bps),
    ),
  ].sort((a, b) => a - b);

const newestFirst = (a: Window, b: Window): number => (a.valid_from < b.valid_from ? 1 : -1);

/** One line a class or country, so that a change of one rate is a change of one line. */
export const jsonLines = (table: Record<string, unknown>): string =>
  `{\n${Object.entries(table)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(",\n")}\n}\n`;
