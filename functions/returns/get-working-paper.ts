import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  loadBridgeOfPaper,
  loadPaper,
  workingPaper,
} from "../../shared/returns/documents/load-document.ts";
import { PaperQuery } from "../../shared/returns/documents/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getWorkingPaper,
  path: ReturnPath,
  query: PaperQuery,
  faultCodes: RETURN_FAULTS,
  run: async ({ path, query, ledger, now }) => {
    const { registration_id, language } = query;
    const request = { ...path, registration_id };
    const options = { now, language, figures: "declared" } as const;
    const { computed, paper } = await loadPaper(ledger, request, options);
    const bridge = await loadBridgeOfPaper(ledger, computed, paper, now);
    return download(await workingPaper(computed, { ...paper, bridge }));
  },
});
