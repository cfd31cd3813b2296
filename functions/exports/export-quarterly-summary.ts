import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { summaryArtifact } from "../../shared/exports/artifacts.ts";
import { ExportQuery, formatOf } from "../../shared/exports/query.ts";
import { SummaryPackage } from "../../shared/exports/schema.ts";
import { loadReturnWithRecount } from "../../shared/flows/load-return.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.exportQuarterlySummary,
  query: ExportQuery,
  faultCodes: PERIOD_FAULTS,
  output: SummaryPackage,
  run: async ({ query, account, now }) => {
    const { input, ...pending } = await loadReturnWithRecount(account, UNION_OSS, query.period);
    const drawn = requireReturn(drawReturn(input));
    const making = { generated_at: now.toISOString(), ...pending };
    return download(summaryArtifact(formatOf(query), drawn, making));
  },
});
