import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { cancelImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.cancelImport,
  path: ImportPath,
  output: ImportView,
  run: async ({ path, ledger, now }) =>
    importView(await cancelImport({ ledger, id: path.id, now }), now),
});
