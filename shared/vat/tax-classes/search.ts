import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { TAX_CLASSES, type TaxClass } from "./catalogue.ts";
import { catalogueRateOn } from "./catalogue-rate.ts";
import type { CatalogueQuery, TaxClassItem } from "./schema.ts";

/**
 * The classes that fit every filter given, in the order of the catalogue; with `country`, each with
 * its rate in basis points there on `day`.
 */
export const searchCatalogue = (query: CatalogueQuery, day: IsoDate): TaxClassItem[] =>
  TAX_CLASSES.filter((taxClass) => fits(taxClass, query)).map((taxClass) => ({
    ...taxClass,
    ...(query.country === undefined
      ? {}
      : { preview_rate_bps: catalogueRateOn(taxClass.id, query.country, day)?.rate_bps ?? null }),
  }));

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

/** Without capitals and accents: people search as they type. */
const folded = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
