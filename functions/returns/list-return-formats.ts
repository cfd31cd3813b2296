import { cachedEndpoint } from "../../shared/api/cached-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { ReturnFormatList } from "../../shared/returns/portal-files/schema.ts";
import { shownFormats } from "../../shared/returns/portal-files/shown-formats.ts";

export const handler = cachedEndpoint({
  route: routes.listReturnFormats,
  output: ReturnFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: shownFormats,
});
