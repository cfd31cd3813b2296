import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { accountantArtifact } from "../../shared/exports/artifacts.ts";
import { AccountantReport } from "../../shared/exports/schema.ts";
import { loadUnionReport } from "../../shared/flows/union-report.ts";
import { unionPreview } from "../../shared/returns/preview.ts";
import { PERIOD_FAULTS, PeriodQuery } from "../../shared/returns/schema.ts";

export const handler = accountEndpoint({
  route: routes.getAccountantReport,
  query: PeriodQuery,
  faultCodes: PERIOD_FAULTS,
  output: AccountantReport,
  run: async ({ query, account, now }) => {
    const preview = unionPreview(await loadUnionReport(account, query.period));
    const file = accountantArtifact(preview, query.period, now.toISOString());
    return download(file.body, file.content_type, file.file_name);
  },
});
