import { cachedEndpoint } from "../../shared/api/cached-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { taxClassDetail } from "../../shared/tax-classes/detail.ts";
import { ClassPath, ClassQuery, TaxClassDetail } from "../../shared/tax-classes/schema.ts";

export const handler = cachedEndpoint({
  route: routes.getTaxClass,
  path: ClassPath,
  query: ClassQuery,
  output: TaxClassDetail,
  cache: { maxAgeSeconds: 3600 },
  run: ({ path, query, today }) => taxClassDetail(path.id, query.country, query.at ?? today),
});
