import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadPendingRecount } from "../../shared/ledger/recount/recount.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../shared/returns/compute/requirements.ts";
import {
  accountantArtifact,
  accountantReport,
  fileNameOf,
} from "../../shared/returns/documents/artifacts.ts";
import { accountantPage } from "../../shared/returns/documents/printed-page.ts";
import { AccountantReport, ReportQuery } from "../../shared/returns/documents/schema.ts";
import { loadFindings, loadUndeclared } from "../../shared/returns/load/load-findings.ts";
import { loadReturn } from "../../shared/returns/load/load-return.ts";
import { PERIOD_FAULTS } from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getAccountantReport,
  query: ReportQuery,
  faultCodes: PERIOD_FAULTS,
  output: AccountantReport,
  run: async ({ query, account, now, today }) => {
    const input = await loadReturn(account, UNION_OSS, query.period);
    const drawn = await loadFindings(account, requireReturn(computeReturn(input)));
    const recount_pending = await loadPendingRecount(account, query.period);
    const undeclared = await loadUndeclared(account, input, today);
    const making = { generated_at: now.toISOString(), recount_pending };
    return query.format === "html"
      ? page(
          accountantPage(accountantReport(drawn, making, undeclared)),
          fileNameOf("accountant_report", drawn, "html"),
        )
      : download(accountantArtifact(drawn, making, undeclared));
  },
});
