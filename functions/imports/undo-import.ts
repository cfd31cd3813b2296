import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { undoImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ShownImport, shownImport } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.undoImport,
  path: ImportPath,
  faultCodes: { id: "not_found" },
  output: ShownImport,
  run: async ({ path, account, keyId, now }) =>
    shownImport(await undoImport({ account, id: path.id, now }, keyId), now),
});
