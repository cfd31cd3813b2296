import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { undoImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.undoImport,
  path: ImportPath,
  output: ImportView,
  run: async ({ path, ledger, author, now }) =>
    importView(await undoImport({ ledger, id: path.id, now }, author), now),
});
