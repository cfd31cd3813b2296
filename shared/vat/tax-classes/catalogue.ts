import type { IsoDate } from "../../core/calendar/dates.ts";
import { notFound } from "../../core/errors/errors.ts";
import { toReportCode } from "../reference-data/member-states.ts";
import groups from "../reference-data/tax-catalogue.json" with { type: "json" };
import { type Form, type RateCatalogue, ratesUsed } from "../reference-data/vat-rates.ts";
import { catalogueRateOn, RATED_STATES } from "./class-rates.ts";
import { apiRate } from "./rate-notes.ts";
import type { CatalogueQuery, ClassRate, TaxClassDetail, TaxClassItem } from "./schema.ts";

/** A tax class: a kind of supply that some Member State taxes at a separate rate. */
type TaxClass = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly group_slug: string;
  readonly group_name: string;
  readonly tags: string[];
};

/** The source of the classes: the Commission's Taxes in Europe Database. */
const SOURCE = "TEDB";

/** The 37 classes in the order of the catalogue: by group, the standard rate first. */
export const TAX_CLASSES: readonly TaxClass[] = Object.entries(groups).flatMap(
  ([group_slug, { name: group_name, classes }]) =>
    classes.map(({ id, name, description, tags }) => ({
      id,
      name,
      description,
      source: SOURCE,
      group_slug,
      group_name,
      tags,
    })),
);

/**
 * Returns the classes that match every filter, in the order of the catalogue. With `country`, each class has its rate
 * there on `day` in basis points.
 */
export const searchCatalogue = (
  query: CatalogueQuery,
  day: IsoDate,
  rates: RateCatalogue,
): TaxClassItem[] =>
  TAX_CLASSES.filter((taxClass) => fits(taxClass, query)).map((taxClass) => ({
    ...taxClass,
    ...previewOf(taxClass.id, query, day, rates),
  }));

function previewOf(
  id: string,
  { country, form }: CatalogueQuery,
  day: IsoDate,
  rates: RateCatalogue,
) {
  if (country === undefined) return { applies_to: null, rate_note: null };
  const found = catalogueRateOn(id, country, day, rates, form);
  const rate = found && apiRate(id, toReportCode(country), found);
  return {
    preview_rate_bps: rate?.rate_bps ?? null,
    applies_to: rate?.applies_to ?? null,
    rate_note: rate?.rate_note ?? null,
  };
}

const fits = (taxClass: TaxClass, { q = "", group, tag }: CatalogueQuery): boolean =>
  (group === undefined || taxClass.group_slug === group) &&
  (tag === undefined || taxClass.tags.includes(tag)) &&
  holdsEveryWord(taxClass, q);

function holdsEveryWord({ id, name, description }: TaxClass, q: string): boolean {
  const text = folded(`${id} ${name} ${description}`);
  return folded(q)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Removes capitals and accents, because users search without them. */
const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * Returns a class with its rates in force on `day`: in `country`, as it is written there, if given, else in all Member States by ISO code.
 * Countries without data have no row.
 * @throws DomainError `not_found` when there is no such class.
 */
export function taxClassDetail(
  id: string,
  country: string | undefined,
  day: IsoDate,
  catalogue: RateCatalogue,
  form?: Form,
): TaxClassDetail {
  const taxClass = TAX_CLASSES.find((taxClass) => taxClass.id === id);
  if (!taxClass) throw notFound("tax class");
  const states = country === undefined ? RATED_STATES : [country];
  const rates = states.flatMap((state): ClassRate[] => {
    const rate = catalogueRateOn(id, state, day, catalogue, form);
    return rate
      ? [
          {
            ...apiRate(id, toReportCode(state), rate),
            ...(country === undefined ? {} : { country }),
          },
        ]
      : [];
  });
  rates.sort((a, b) => (a.country < b.country ? -1 : 1));
  return { ...taxClass, rates, ...ratesUsed(catalogue) };
}
