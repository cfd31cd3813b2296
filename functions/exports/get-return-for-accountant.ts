import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { accountantReport } from "../../shared/exports/accountant-report.ts";
import { accountantArtifact, fileNameOf } from "../../shared/exports/artifacts.ts";
import { ReturnReportQuery } from "../../shared/exports/query.ts";
import { AccountantReport } from "../../shared/exports/schema.ts";
import { loadReturn } from "../../shared/flows/load-return.ts";
import { lookBack } from "../../shared/flows/look-back.ts";
import { loadPendingRecount } from "../../shared/flows/pending-recount.ts";
import { accountantPage } from "../../shared/printed-report/accountant-page.ts";
import { drawReturn } from "../../shared/returns/draw.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";
import { requireReturn } from "../../shared/returns/refusal.ts";

export const handler = accountEndpoint({
  route: routes.getReturnForAccountant,
  path: ReturnPath,
  query: ReturnReportQuery,
  faultCodes: RETURN_FAULTS,
  output: AccountantReport,
  run: async ({ path: { scheme, period }, query, account, now }) => {
    const input = await loadReturn(account, scheme, period, query.registration_id);
    const drawn = await lookBack(account, requireReturn(drawReturn(input)));
    const recount_pending = await loadPendingRecount(account, period);
    const making = { generated_at: now.toISOString(), recount_pending };
    return query.format === "html"
      ? page(
          accountantPage(accountantReport(drawn, making)),
          fileNameOf("accountant_report", drawn, "html"),
        )
      : download(accountantArtifact(drawn, making));
  },
});
