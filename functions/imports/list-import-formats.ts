import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { ImportFormatList, importFormatViews } from "../../shared/imports/jobs/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listImportFormats,
  output: ImportFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: importFormatViews,
});
