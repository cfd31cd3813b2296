import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { formatViews } from "../../shared/returns/portal-files/formats.ts";
import { ReturnFormatList } from "../../shared/returns/portal-files/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listReturnFormats,
  output: ReturnFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: formatViews,
});
