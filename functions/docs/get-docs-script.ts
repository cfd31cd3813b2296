import { docsEndpoint } from "../../shared/api/docs-endpoint.ts";
import { fileAnswer } from "../../shared/api/docs-file.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = docsEndpoint({
  route: routes.getDocsScript,
  run: fileAnswer(routes.getDocsScript, "text/javascript; charset=utf-8"),
});
