import { docsPages, llmsText } from "../../shared/api/docs/markdown-pages.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = fileEndpoint({
  route: routes.getLlmsText,
  run: () => llmsText(docsPages()),
});
