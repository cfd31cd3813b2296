import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import { breakdownArtifact, summaryArtifact } from "../../shared/returns/documents/artifacts.ts";
import {
  BreakdownPackage,
  formatOf,
  ReturnExportQuery,
  SummaryPackage,
} from "../../shared/returns/documents/schema.ts";
import { loadReturnWithRecount } from "../../shared/returns/load/load-return.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

const MAKERS = { summary: summaryArtifact, breakdown: breakdownArtifact } as const;

export const handler = accountEndpoint({
  route: routes.exportReturn,
  path: ReturnPath,
  query: ReturnExportQuery,
  faultCodes: RETURN_FAULTS,
  output: z.union([SummaryPackage, BreakdownPackage]),
  run: async ({ path: { scheme, period }, query, account, now }) => {
    const { registration_id } = query;
    const { input, ...pending } = await loadReturnWithRecount(
      account,
      scheme,
      period,
      registration_id,
    );
    const drawn = requireReturn(computeReturn(input));
    const making = { generated_at: now.toISOString(), ...pending };
    return download(MAKERS[query.view](formatOf(query), drawn, making));
  },
});
