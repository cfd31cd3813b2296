import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { listTaxClassesRow } from "../../shared/api/standalone-routes.ts";
import { searchCatalogue } from "../../shared/vat/tax-classes/catalogue.ts";
import { CatalogueQuery, TaxClassList } from "../../shared/vat/tax-classes/schema.ts";

export const handler = cachedEndpoint({
  route: listTaxClassesRow,
  query: CatalogueQuery,
  output: TaxClassList,
  cache: { maxAgeSeconds: 3600 },
  run: ({ query, today }) => ({ items: searchCatalogue(query, query.at ?? today) }),
});
