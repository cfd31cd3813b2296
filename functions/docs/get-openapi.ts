import { fileAnswer } from "../../shared/api/docs/docs-page.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = fileEndpoint({
  route: routes.getOpenApi,
  run: fileAnswer(routes.getOpenApi, "application/json"),
});
