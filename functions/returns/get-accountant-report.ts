import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { accountantFile } from "../../shared/returns/documents/accountant-file.ts";
import { AccountantReport, ReportQuery } from "../../shared/returns/documents/schema.ts";
import { PERIOD_FAULTS } from "../../shared/returns/path-schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

export const handler = accountEndpoint({
  route: routes.getAccountantReport,
  query: ReportQuery,
  faultCodes: PERIOD_FAULTS,
  output: AccountantReport,
  run: async ({ query: { format, language, ...query }, ledger, now, today }) => {
    const options = { format, language, now, today, figures: "current" } as const;
    const file = await accountantFile(ledger, { scheme: UNION_OSS, ...query }, options);
    return format === "html" ? page(file.body, file.file_name) : download(file);
  },
});
