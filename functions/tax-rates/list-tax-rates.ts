import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { publishedRates, RATES_CACHE } from "../../shared/api/middleware/http-cache.ts";
import * as routes from "../../shared/api/routes.ts";
import { listRates, RateList, RateQuery } from "../../shared/vat/tax-classes/rate-list.ts";

export const handler = cachedEndpoint({
  route: routes.listTaxRates,
  query: RateQuery,
  output: RateList,
  cache: RATES_CACHE,
  prepare: publishedRates,
  run: ({ query, today }, rates) => listRates(query, today, rates),
});
