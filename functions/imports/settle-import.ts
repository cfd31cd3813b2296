import { requestBoardCheck } from "../../shared/accounts/people/store-board.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { settleImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.settleImport,
  path: ImportPath,
  output: ImportView,
  run: async ({ path, ledger, author, now }) => {
    const job = await settleImport({ ledger, id: path.id, now }, author);
    await requestBoardCheck(ledger, now);
    return importView(job, now);
  },
});
