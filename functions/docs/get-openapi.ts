import { docsEndpoint } from "../../shared/api/docs-endpoint.ts";
import { fileAnswer } from "../../shared/api/docs-file.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = docsEndpoint({
  route: routes.getOpenApi,
  run: fileAnswer(routes.getOpenApi, "application/json"),
});
