import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { ImportPath, ImportView, importView } from "../../shared/imports/jobs/schema.ts";
import { loadImportJob } from "../../shared/imports/jobs/store-jobs.ts";

export const handler = accountEndpoint({
  route: routes.getImport,
  path: ImportPath,
  output: ImportView,
  run: async ({ path, ledger, now }) => {
    const job = await loadImportJob(ledger, path.id);
    if (!job) throw notFound("import");
    return importView(job, now);
  },
});
