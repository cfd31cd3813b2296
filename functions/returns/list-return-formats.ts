import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { formatViews } from "../../shared/filing/portal-files/formats.ts";
import { ReturnFormatList } from "../../shared/filing/portal-files/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listReturnFormats,
  output: ReturnFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: formatViews,
});
