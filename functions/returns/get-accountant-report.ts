import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  accountantArtifact,
  accountantReport,
  fileNameOf,
} from "../../shared/returns/documents/artifacts.ts";
import {
  loadAccountantPaper,
  loadPreviewForFile,
} from "../../shared/returns/documents/load-document.ts";
import { paperOf } from "../../shared/returns/documents/paper.ts";
import { accountantPage } from "../../shared/returns/documents/printed-page.ts";
import { AccountantReport, ReportQuery } from "../../shared/returns/documents/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getAccountantReport,
  query: ReportQuery,
  faultCodes: PERIOD_FAULTS,
  output: AccountantReport,
  run: async ({ query, ledger, now, today }) => {
    const request = { scheme: UNION_OSS, period: query.period };
    const loaded = await loadPreviewForFile(ledger, request, { now, findings: true });
    const language = query.language ?? "en";
    const { drawn, paper, undeclared } = await loadAccountantPaper(ledger, loaded, {
      today,
      language,
    });
    return query.format === "html"
      ? page(
          accountantPage(accountantReport(drawn, paper, undeclared), paperOf(drawn, paper)),
          fileNameOf("accountant_report", drawn, "html"),
        )
      : download(accountantArtifact(drawn, paper, undeclared));
  },
});
