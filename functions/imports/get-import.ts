import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { ImportPath, ShownImport, shownImport } from "../../shared/imports/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadImportJob } from "../../shared/store/import-jobs.ts";

export const handler = accountEndpoint({
  route: routes.getImport,
  path: ImportPath,
  faultCodes: { id: "not_found" },
  output: ShownImport,
  run: async ({ path, account, now }) => {
    const job = await loadImportJob(account, path.id);
    if (!job) throw notFound("import");
    return shownImport(job, now);
  },
});
