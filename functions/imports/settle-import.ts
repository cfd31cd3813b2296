import { requestBoardCheck } from "../../shared/accounts/people/store-board.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { settleImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.settleImport,
  path: ImportPath,
  faultCodes: { id: "not_found" },
  output: ImportView,
  run: async ({ path, account, keyId, now }) => {
    const job = await settleImport({ account, id: path.id, now }, keyId);
    await requestBoardCheck(account, now);
    return importView(job, now);
  },
});
