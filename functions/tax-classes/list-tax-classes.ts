import { cachedEndpoint } from "../../shared/api/cached-endpoint.ts";
import { listTaxClassesRow } from "../../shared/api/rows-apart.ts";
import { CatalogueQuery, TaxClassList } from "../../shared/tax-classes/schema.ts";
import { searchCatalogue } from "../../shared/tax-classes/search.ts";

export const handler = cachedEndpoint({
  route: listTaxClassesRow,
  query: CatalogueQuery,
  output: TaxClassList,
  cache: { maxAgeSeconds: 3600 },
  run: ({ query, today }) => ({ items: searchCatalogue(query, query.at ?? today) }),
});
