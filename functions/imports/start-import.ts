import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { startImport } from "../../shared/imports/jobs/manage-import.ts";
import {
  ImportPath,
  ImportView,
  importView,
  StartImport,
} from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.startImport,
  path: ImportPath,
  body: StartImport,
  output: ImportView,
  run: async ({ path, body, ledger, now }) =>
    importView(await startImport({ ledger, id: path.id, now }, body.dry_run), now),
});
