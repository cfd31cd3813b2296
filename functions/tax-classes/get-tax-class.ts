import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { publishedRates, RATES_CACHE } from "../../shared/api/middleware/http-cache.ts";
import * as routes from "../../shared/api/routes.ts";
import { taxClassDetail } from "../../shared/vat/tax-classes/catalogue.ts";
import { ClassPath, ClassQuery, TaxClassDetail } from "../../shared/vat/tax-classes/schema.ts";

export const handler = cachedEndpoint({
  route: routes.getTaxClass,
  path: ClassPath,
  query: ClassQuery,
  output: TaxClassDetail,
  cache: RATES_CACHE,
  prepare: publishedRates,
  run: ({ path, query, today }, rates) =>
    taxClassDetail(path.id, query.country, query.at ?? today, rates, query.form),
});
