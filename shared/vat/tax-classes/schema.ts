import * as z from "zod";
import { type IsoDate as Day, dayOf } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { NextCursor, wholeListQuery } from "../../core/input/pagination.ts";
import { COUNTRY_RULE, isCountry, notACountry } from "../reference-data/schema.ts";
import { AppliesTo, RatesUsed } from "../reference-data/vat-rates.ts";

const Instant = z.iso.datetime({ offset: true });

/**
 * Returns the day in `text`: a day, or the UTC day of an RFC 3339 instant, whose T and Z may be lower case (RFC 3339,
 * 5.6). Undefined for any other text.
 */
export function dayNamedBy(text: string): Day | undefined {
  // An unescaped plus sign in a query arrives as a blank.
  const instant = text.toUpperCase().replace(/ (?=\d\d:\d\d$)/, "+");
  const isInstant = Instant.safeParse(instant).success;
  return IsoDate.safeParse(isInstant ? dayOf(new Date(instant)) : text).data;
}

/** Query parameter `at`: the day of the requested rates. */
export const At = z
  .string()
  .transform((text, context): Day => {
    const day = dayNamedBy(text);
    if (day) return day;
    context.addIssue("must be a day, YYYY-MM-DD, or an RFC 3339 time such as 2026-09-30T12:00:00Z");
    return z.NEVER;
  })
  .meta({
    description: "A day, or an RFC 3339 time, of which the UTC day counts; today unless given",
    examples: ["2026-09-30", "2026-09-30T12:00:00Z"],
  });

const SEARCH_LENGTH = 120;

/** A search text. Its length is counted in code points, so that an emoji counts as one. */
const SearchText = z
  .string()
  .refine((text) => [...text].length <= SEARCH_LENGTH, `at most ${SEARCH_LENGTH} characters`)
  .meta({
    maxLength: SEARCH_LENGTH,
    description: "Search words, which must all occur in id, name or description",
  });

/** A country as it was requested: Greece is GR or EL. */
export const RequestedCountry = z
  .string()
  .refine(isCountry, { error: notACountry(COUNTRY_RULE) })
  .meta({ description: "A country, ISO 3166-1 alpha-2; Greece is GR or EL", examples: ["DE"] });

/** The form of supply whose rates are requested. */
export const RequestedForm = AppliesTo.exclude(["any"]).meta({
  description:
    "Form of supply: `electronic` is e-books and other supplies of the kind `tbe_services`; `physical` unless given",
});

export const CLASS_LIST = "tax-classes";

/** Query of GET /v1/tax-classes. */
export const CatalogueQuery = wholeListQuery(CLASS_LIST).extend({
  q: SearchText.optional(),
  group: z.string().optional().describe("The `group_slug` of a group of tax classes"),
  tag: z.string().optional().describe("Tag of the classes to list"),
  country: RequestedCountry.optional(),
  at: At.optional(),
  form: RequestedForm.optional(),
});
export type CatalogueQuery = z.output<typeof CatalogueQuery>;

/** Path and query of GET /v1/tax-classes/{id}. */
export const ClassPath = z.strictObject({ id: z.string() });
export const ClassQuery = CatalogueQuery.pick({ country: true, at: true, form: true });
export type ClassQuery = z.output<typeof ClassQuery>;

const RateBps = z.int().min(0).max(10_000).describe("Rate in basis points: 2100 is 21 %");
const Midnight = z.iso
  .datetime()
  .describe("First instant with the rate: T00:00:00Z of a civil day of the country");

const TaxClass = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.string().describe("Label of the data source"),
  group_slug: z.string(),
  group_name: z.string(),
  tags: z.array(z.string()),
});

export const RateNote = z
  .string()
  .nullable()
  .describe(
    "Note on the rate: supplies of the class at another rate, conditions, and the source; null where there is none",
  );

export const TaxClassItem = TaxClass.extend({
  preview_rate_bps: RateBps.nullable()
    .optional()
    .describe(
      "VAT rate of the class in `country` in basis points; null without `country`, or where no rate is known on that day",
    ),
  applies_to: AppliesTo.nullable().describe(
    "Supplies that `preview_rate_bps` covers; null without a rate",
  ),
  rate_note: RateNote,
}).meta({ id: "TaxClassItem" });
export type TaxClassItem = z.output<typeof TaxClassItem>;

export const TaxClassList = z
  .strictObject({ items: z.array(TaxClassItem), next_cursor: NextCursor, ...RatesUsed.shape })
  .meta({ id: "TaxClassList" });

export const ClassRate = z
  .strictObject({
    country: z.string().describe("ISO 3166-1 alpha-2; Greece is GR, or as it was asked"),
    rate_bps: RateBps,
    valid_from: Midnight,
    valid_to: Midnight.nullable().describe("First instant without the rate; null without end"),
    applies_to: AppliesTo,
    rate_note: RateNote,
  })
  .meta({ id: "ClassRate" });
export type ClassRate = z.output<typeof ClassRate>;

export const TaxClassDetail = TaxClass.extend({
  rates: z.array(ClassRate).describe("Rates in force on the requested day, by country"),
  ...RatesUsed.shape,
}).meta({ id: "TaxClass" });
export type TaxClassDetail = z.output<typeof TaxClassDetail>;
