import { consoleEndpoint } from "../../shared/api/console-endpoint.ts";
import { consoleParts } from "../../shared/api/console-files.ts";
import { consolePage } from "../../shared/api/console-page.ts";
import { routes } from "../../shared/api/routes.ts";

const route = routes.getConsolePage;

/** Asked for anew each time: it names the files of the version that is deployed. */
export const handler = consoleEndpoint(
  { route, run: () => consolePage(consoleParts(route), process.env["UPLOAD_ORIGIN"]) },
  { maxAgeSeconds: 0 },
);
