import { docsEndpoint } from "../../shared/api/docs-endpoint.ts";
import { docsPage } from "../../shared/api/docs-page.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = docsEndpoint({ route: routes.getDocsPage, run: docsPage });
