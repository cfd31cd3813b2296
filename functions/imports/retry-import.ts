import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { retryImport } from "../../shared/imports/jobs/manage-import.ts";
import { ImportPath, ShownImport, shownImport } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.retryImport,
  path: ImportPath,
  faultCodes: { id: "not_found" },
  output: ShownImport,
  run: async ({ path, account, now }) =>
    shownImport(await retryImport({ account, id: path.id, now }), now),
});
