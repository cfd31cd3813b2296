import { cachedEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  ImportFormatList,
  ImportFormatQuery,
  importFormatPage,
} from "../../shared/imports/jobs/schema.ts";

export const handler = cachedEndpoint({
  route: routes.listImportFormats,
  query: ImportFormatQuery,
  output: ImportFormatList,
  cache: { maxAgeSeconds: 3600 },
  run: ({ query }) => importFormatPage(query),
});
