import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { publishedRates, RATES_CACHE } from "../../shared/api/middleware/http-cache.ts";
import * as routes from "../../shared/api/routes.ts";
import { pageOfAll } from "../../shared/core/input/pagination.ts";
import { ratesUsed } from "../../shared/vat/reference-data/vat-rates.ts";
import { searchCatalogue } from "../../shared/vat/tax-classes/catalogue.ts";
import { CatalogueQuery, CLASS_LIST, TaxClassList } from "../../shared/vat/tax-classes/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listTaxClasses,
  query: CatalogueQuery,
  output: TaxClassList,
  cache: RATES_CACHE,
  prepare: publishedRates,
  run: ({ query, today }, rates) => ({
    ...pageOfAll(CLASS_LIST, searchCatalogue(query, query.at ?? today, rates), query, {
      idOf: ({ id }) => id,
      view: (item) => item,
    }),
    ...ratesUsed(rates),
  }),
});
