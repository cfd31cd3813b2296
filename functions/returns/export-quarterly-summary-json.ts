import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { summaryArtifact } from "../../shared/returns/documents/artifacts.ts";
import { loadForFile } from "../../shared/returns/documents/load-document.ts";
import {
  formatOf,
  JsonExportQuery,
  SummaryPackage,
} from "../../shared/returns/documents/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.exportQuarterlySummaryJson,
  query: JsonExportQuery,
  faultCodes: PERIOD_FAULTS,
  output: SummaryPackage,
  run: async ({ query, ledger, now }) => {
    const request = { scheme: UNION_OSS, period: query.period };
    const { computed, context } = await loadForFile(ledger, request, { now, figures: "current" });
    return download(summaryArtifact(formatOf({ format: "json" }), computed, context));
  },
});
