import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  accountantArtifact,
  accountantReport,
  fileNameOf,
} from "../../shared/returns/documents/artifacts.ts";
import { loadAccountantPaper, loadForFile } from "../../shared/returns/documents/load-document.ts";
import { paperOf } from "../../shared/returns/documents/paper.ts";
import { accountantPage } from "../../shared/returns/documents/printed-page.ts";
import { AccountantReport, ReturnReportQuery } from "../../shared/returns/documents/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnForAccountant,
  path: ReturnPath,
  query: ReturnReportQuery,
  faultCodes: RETURN_FAULTS,
  output: AccountantReport,
  run: async ({ path, query, ledger, now, today }) => {
    const request = { ...path, registration_id: query.registration_id };
    const loaded = await loadForFile(ledger, request, { now, findings: true });
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
