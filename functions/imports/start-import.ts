import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { startImport } from "../../shared/imports/jobs/manage-import.ts";
import {
  ImportPath,
  ShownImport,
  StartImport,
  shownImport,
} from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.startImport,
  path: ImportPath,
  faultCodes: { id: "not_found" },
  body: StartImport,
  output: ShownImport,
  run: async ({ path, body, account, now }) =>
    shownImport(await startImport({ account, id: path.id, now }, body.dry_run), now),
});
