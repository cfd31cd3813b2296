import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { breakdownArtifact, summaryArtifact } from "../../shared/returns/documents/artifacts.ts";
import { loadForFile } from "../../shared/returns/documents/load-document.ts";
import {
  BreakdownPackage,
  formatOf,
  ReturnJsonQuery,
  SummaryPackage,
} from "../../shared/returns/documents/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

const MAKERS = { summary: summaryArtifact, breakdown: breakdownArtifact } as const;

export const handler = accountEndpoint({
  route: routes.exportReturnJson,
  path: ReturnPath,
  query: ReturnJsonQuery,
  faultCodes: RETURN_FAULTS,
  output: z.union([SummaryPackage, BreakdownPackage]),
  run: async ({ path, query, ledger, now }) => {
    const request = { ...path, registration_id: query.registration_id };
    const { computed, context } = await loadForFile(ledger, request, { now, figures: "declared" });
    return download(MAKERS[query.view](formatOf({ format: "json" }), computed, context));
  },
});
