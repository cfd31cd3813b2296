import { fileAnswer } from "../../shared/api/docs/docs-page.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = fileEndpoint({
  route: routes.getDocsScript,
  run: fileAnswer(routes.getDocsScript, "text/javascript; charset=utf-8"),
});
