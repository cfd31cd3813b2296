import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { breakdownArtifact } from "../../shared/exports/artifacts.ts";
import { BreakdownPackage, ExportQuery } from "../../shared/exports/schema.ts";
import { loadUnionReport } from "../../shared/flows/union-report.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.exportCountryBreakdown,
  query: ExportQuery,
  faultCodes: PERIOD_FAULTS,
  output: BreakdownPackage,
  run: async ({ query, account, now }) => {
    const preview = unionPreview(await loadUnionReport(account, query.period));
    const file = breakdownArtifact(query.format, preview, now.toISOString());
    return download(file.body, file.content_type, file.file_name);
  },
});
