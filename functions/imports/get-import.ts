import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { ImportPath } from "../../shared/imports/jobs/schema.ts";
import { loadImportJob } from "../../shared/imports/jobs/store-jobs.ts";
import { ImportReport, loadImportReport } from "../../shared/returns/locks/declared-import.ts";

export const handler = accountEndpoint({
  route: routes.getImport,
  path: ImportPath,
  output: ImportReport,
  run: async ({ path, ledger, now }) => {
    const job = await loadImportJob(ledger, path.id);
    if (!job) throw notFound("import");
    return loadImportReport(ledger, job, now);
  },
});
