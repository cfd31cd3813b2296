import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download, page } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { accountantFile } from "../../shared/returns/documents/accountant-file.ts";
import { AccountantReport, ReturnReportQuery } from "../../shared/returns/documents/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnForAccountant,
  path: ReturnPath,
  query: ReturnReportQuery,
  faultCodes: RETURN_FAULTS,
  output: AccountantReport,
  run: async ({ path, query: { format, language, ...query }, ledger, now, today }) => {
    const options = { format, language, now, today, figures: "declared" } as const;
    const file = await accountantFile(ledger, { ...path, ...query }, options);
    return format === "html" ? page(file.body, file.file_name) : download(file);
  },
});
