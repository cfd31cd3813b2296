import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadForFile } from "../../shared/returns/documents/load-document.ts";
import { workingPaper } from "../../shared/returns/documents/working-paper.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getWorkingPaper,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  run: async ({ path, query: { registration_id }, account, now }) => {
    const request = { ...path, registration_id };
    const { drawn, making } = await loadForFile(account, request, { now, findings: true });
    return download(await workingPaper(drawn, making));
  },
});
