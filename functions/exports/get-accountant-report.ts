import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { accountantReport } from "../../shared/exports/accountant-report.ts";
import { accountantArtifact, fileNameOf } from "../../shared/exports/artifacts.ts";
import { ReportQuery } from "../../shared/exports/query.ts";
import { AccountantReport } from "../../shared/exports/schema.ts";
import { loadReturn } from "../../shared/flows/load-return.ts";
import { lookBack } from "../../shared/flows/look-back.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { accountantPage } from "../../shared/printed-report/accountant-page.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getAccountantReport,
  query: ReportQuery,
  faultCodes: PERIOD_FAULTS,
  output: AccountantReport,
  run: async ({ query, account, now }) => {
    const input = await loadReturn(account, UNION_OSS, query.period);
    const drawn = await lookBack(account, requireReturn(drawReturn(input)));
    const recount_pending = await loadPendingRecount(account, query.period);
    const making = { generated_at: now.toISOString(), recount_pending };
    return query.format === "html"
      ? page(
          accountantPage(accountantReport(drawn, making)),
          fileNameOf("accountant_report", drawn, "html"),
        )
      : download(accountantArtifact(drawn, making));
  },
});
