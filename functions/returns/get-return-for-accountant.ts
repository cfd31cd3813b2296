import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import {
  accountantArtifact,
  accountantReport,
  fileNameOf,
} from "../../shared/returns/documents/artifacts.ts";
import { loadForFile } from "../../shared/returns/documents/load-document.ts";
import { loadPaperFacts } from "../../shared/returns/documents/load-paper-facts.ts";
import { paperOf } from "../../shared/returns/documents/paper.ts";
import { accountantPage } from "../../shared/returns/documents/printed-page.ts";
import { AccountantReport, ReturnReportQuery } from "../../shared/returns/documents/schema.ts";
import { loadUndeclared } from "../../shared/returns/load/load-findings.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnForAccountant,
  path: ReturnPath,
  query: ReturnReportQuery,
  faultCodes: RETURN_FAULTS,
  output: AccountantReport,
  run: async ({ path, query, account, now, today }) => {
    const request = { ...path, registration_id: query.registration_id };
    const { drawn, making, input } = await loadForFile(account, request, {
      now,
      findings: true,
    });
    const [undeclared, facts] = await Promise.all([
      loadUndeclared(account, input, today),
      loadPaperFacts(account, drawn, making),
    ]);
    const paper = { ...making, facts, language: query.language ?? "en" };
    return query.format === "html"
      ? page(
          accountantPage(accountantReport(drawn, paper, undeclared), paperOf(drawn, paper)),
          fileNameOf("accountant_report", drawn, "html"),
        )
      : download(accountantArtifact(drawn, paper, undeclared));
  },
});
