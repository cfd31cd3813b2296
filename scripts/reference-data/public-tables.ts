import * as z from "zod";
import { IsoDate } from "../../shared/core/calendar/schema.ts";
import { nationalCurrencyOn } from "../../shared/vat/reference-data/national-currency.ts";
import { isCountry } from "../../shared/vat/reference-data/schema.ts";
import { RATES_COMPLETE_FROM } from "../../shared/vat/reference-data/vat-rates.ts";
import type { ClassWindow } from "./class-windows.ts";

const Slug = z.string().regex(/^[a-z]+(?:_[a-z]+)*$/);

/** A row of tax-classes.json: the fields for the API, and those for a refresh from TEDB. */
const ClassRow = z.strictObject({
  id: Slug,
  name: z.string().min(1),
  description: z.string().min(1),
  source: z.literal("TEDB"),
  group_slug: Slug,
  group_name: z.string().min(1),
  tags: z.array(z.string().regex(/^[a-z]+(?:-[a-z]+)*$/)).min(1),
  tedb_category: z.string().nullable(),
  tedb_categories: z.array(z.string()),
  annex_iii_point: z.string(),
  mapping_note: z.string().optional(),
});
type ClassRow = z.output<typeof ClassRow>;

const Threshold = z.int().min(0);

/** A row of sme-thresholds.json; `nac` is the national currency of the time. */
const ThresholdRow = z.strictObject({
  country: z.string().refine(isCountry),
  valid_from: IsoDate,
  valid_to: IsoDate.nullable(),
  exemption_threshold_nac: Threshold,
  exemption_threshold_eur: Threshold.nullable(),
  eur_basis: z.string().min(1),
  scheme_type: z.string().min(1),
  policy: z.strictObject({
    one_national_annual_threshold: z.boolean().nullable(),
    exclusion_article288_quarantine_period: z.string().nullable(),
    voluntary_cessation_article290: z.boolean().nullable(),
  }),
  sectorals: z.array(
    z.strictObject({
      sector: z.string().nullable(),
      exemption_threshold_eur: Threshold.nullable(),
      exemption_threshold_nac: Threshold.nullable(),
      comment: z.string().nullable(),
    }),
  ),
  data_situation_on: IsoDate,
  source: z.array(z.string().min(1)).min(1),
  confidence: z.enum(["high", "medium", "low"]),
  note: z.string().nullable(),
});
type ThresholdRow = z.output<typeof ThresholdRow>;

export const classRows = (json: string): ClassRow[] => z.array(ClassRow).parse(JSON.parse(json));

export const thresholdRows = (json: string): ThresholdRow[] =>
  z.array(ThresholdRow).parse(JSON.parse(json));

/** Returns a map from group slug to name and classes; both in the order of the catalogue. */
export function catalogueOf(rows: readonly ClassRow[]) {
  const groups = Object.entries(Object.groupBy(rows, ({ group_slug }) => group_slug));
  return Object.fromEntries(
    groups.map(([slug, classes = []]) => [
      slug,
      {
        name: classes[0]?.group_name,
        classes: classes.map(({ id, name, description, tags }) => ({
          id,
          name,
          description,
          tags,
        })),
      },
    ]),
  );
}

/**
 * A map from state to rate histories, newest rate first, to the classes with that history; `*` is all other classes.
 */
type ClassRates = Record<string, Record<string, string>>;

export function classRatesOf(windows: readonly ClassWindow[]): ClassRates {
  return byCountry(windows, historiesOf);
}

/** The key of the rates of a class for electronic supplies, where physical supplies have others. */
const electronic = (classId: string): string => `${classId}@electronic`;

/** Returns a map from country to class to first day, empty for that of the table, to the note with its source. */
export const rateNotesOf = (windows: readonly ClassWindow[]) =>
  byCountry(
    windows.filter(({ rate_note }) => rate_note !== ""),
    (own) => {
      const notes: Record<string, Record<string, string>> = {};
      for (const { class_id, applies_to, valid_from, rate_note, source } of own) {
        const key = applies_to === "electronic" ? electronic(class_id) : class_id;
        const day = valid_from === RATES_COMPLETE_FROM ? "" : valid_from;
        notes[key] = { ...notes[key], [day]: `${rate_note} (source: ${source})` };
      }
      return notes;
    },
  );

/** Returns the rates of a class for physical supplies, and those for electronic ones if some row is theirs alone. */
function byForm(classId: string, own: readonly ClassWindow[]): [string, readonly ClassWindow[]][] {
  const of = (form: ClassWindow["applies_to"]) =>
    own.filter(({ applies_to }) => applies_to === "any" || applies_to === form);
  const isParted = own.some(({ applies_to }) => applies_to === "electronic");
  return [
    [classId, of("physical")],
    ...(isParted ? [[electronic(classId), of("electronic")] as [string, ClassWindow[]]] : []),
  ];
}

function historiesOf(windows: readonly ClassWindow[]): Record<string, string> {
  const classes = Object.entries(Object.groupBy(windows, ({ class_id }) => class_id)).flatMap(
    ([id, own = []]) => byForm(id, own),
  );
  const alike = Map.groupBy(classes, ([, own]) => historyOf(own));
  const most = Math.max(...[...alike.values()].map((group) => group.length));
  const [usual] = [...alike].find(([, group]) => group.length === most) ?? [];
  return Object.fromEntries(
    [...alike].map(([history, group]) => [
      history,
      history === usual && group.length > 1 ? "*" : group.map(([id]) => id).join(" "),
    ]),
  );
}

/** The mark behind a rate that covers one form of supply alone. */
const MARKS = { any: "", physical: "p", electronic: "e" };

/** Formats a rate history: `2026-01-01:1350 1400` is 14 % from the start of the table, and 13.5 % since 2026. */
const historyOf = (windows: readonly ClassWindow[]): string =>
  windows
    .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
    .map(({ valid_from, rate_bps, applies_to }) => {
      const rate = `${rate_bps}${MARKS[applies_to]}`;
      return valid_from === RATES_COMPLETE_FROM ? rate : `${valid_from}:${rate}`;
    })
    .join(" ");

/** Returns a map from country to the responses of the API by first day, newest first. */
export function smeInForceOf(rows: readonly ThresholdRow[]) {
  return byCountry(rows, (own) =>
    own.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1)).map(shown),
  );
}

function shown(row: ThresholdRow) {
  const { country, valid_to, eur_basis, source, confidence, note, ...inForce } = row;
  return { currency: currencyOf(row), ...inForce };
}

/**
 * Returns the currency of a row.
 * @throws RangeError if the state enters the euro within the row, because its amount is in one currency.
 */
function currencyOf({ country, valid_from, valid_to }: ThresholdRow): string {
  const currency = nationalCurrencyOn(country, valid_from);
  if (nationalCurrencyOn(country, valid_to ?? LAST_DAY) === currency) return currency;
  throw new RangeError(`the threshold of ${country} since ${valid_from} outlives the ${currency}`);
}

const LAST_DAY = IsoDate.parse("9998-12-31");

function byCountry<Row extends { readonly country: string }, Out>(
  rows: readonly Row[],
  to: (own: readonly Row[]) => Out,
): Record<string, Out> {
  const countries = Object.entries(Object.groupBy(rows, ({ country }) => country));
  const sorted = countries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([country, own = []]) => [country, to(own)]));
}
