import { consolePage, consoleParts } from "../../shared/api/docs/console-page.ts";
import { fileEndpoint } from "../../shared/api/file-endpoint.ts";
import { parsedParameters } from "../../shared/api/middleware/parsed-input.ts";
import { routes } from "../../shared/api/routes.ts";

const route = routes.getConsolePage;

/** Serves the console page without caching, because it names the files of the deployed version. */
export const handler = fileEndpoint(
  { route, run: () => consolePage(consoleParts(route), process.env["UPLOAD_ORIGIN"]) },
  { maxAgeSeconds: 0 },
  { readParameters: parsedParameters },
);
