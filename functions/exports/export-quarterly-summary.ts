import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { summaryArtifact } from "../../shared/exports/artifacts.ts";
import { ExportQuery, SummaryPackage } from "../../shared/exports/schema.ts";
import { loadUnionReport } from "../../shared/flows/union-report.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.exportQuarterlySummary,
  query: ExportQuery,
  faultCodes: PERIOD_FAULTS,
  output: SummaryPackage,
  run: async ({ query, account, now }) => {
    const preview = unionPreview(await loadUnionReport(account, query.period));
    const file = summaryArtifact(query.format, preview, now.toISOString());
    return download(file.body, file.content_type, file.file_name);
  },
});
