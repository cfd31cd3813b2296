import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { publishedRates, RATES_CACHE } from "../../shared/api/middleware/http-cache.ts";
import * as routes from "../../shared/api/routes.ts";
import { ratesUsed } from "../../shared/vat/reference-data/vat-rates.ts";
import { searchCatalogue } from "../../shared/vat/tax-classes/catalogue.ts";
import { CatalogueQuery, TaxClassList } from "../../shared/vat/tax-classes/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listTaxClasses,
  query: CatalogueQuery,
  output: TaxClassList,
  cache: RATES_CACHE,
  prepare: publishedRates,
  run: ({ query, today }, rates) => ({
    items: searchCatalogue(query, query.at ?? today, rates),
    ...ratesUsed(rates),
  }),
});
