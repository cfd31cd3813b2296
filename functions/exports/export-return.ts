import * as z from "zod";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { breakdownArtifact, summaryArtifact } from "../../shared/exports/artifacts.ts";
import { formatOf, ReturnExportQuery } from "../../shared/exports/query.ts";
import { BreakdownPackage, SummaryPackage } from "../../shared/exports/schema.ts";
import { loadReturnWithRecount } from "../../shared/flows/load-return.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";

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
    const drawn = requireReturn(drawReturn(input));
    const making = { generated_at: now.toISOString(), ...pending };
    return download(MAKERS[query.view](formatOf(query), drawn, making));
  },
});
