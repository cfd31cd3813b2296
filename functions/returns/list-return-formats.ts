import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  formatPage,
  ReturnFormatList,
  ReturnFormatQuery,
} from "../../shared/filing/portal-files/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listReturnFormats,
  query: ReturnFormatQuery,
  output: ReturnFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: ({ query }) => formatPage(query),
});
