import { requestBoardCheck } from "../../shared/accounts/people/store-board.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";
import { RowSettlement, settleImportRow } from "../../shared/imports/jobs/settle-row.ts";

export const handler = accountEndpoint({
  route: routes.settleImportRow,
  path: ImportPath,
  body: RowSettlement,
  output: ImportView,
  run: async ({ path, body, ledger, now }) => {
    const job = await settleImportRow(ledger, path.id, body);
    await requestBoardCheck(ledger, now);
    return importView(job, now);
  },
});
