import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { BulkJobPath, BulkJobView, bulkJobView } from "../../shared/filing/bulk/bulk-job.ts";
import { showBulkJob } from "../../shared/filing/bulk/run-bulk-job.ts";

export const handler = accountEndpoint({
  route: routes.getBulkJob,
  path: BulkJobPath,
  output: BulkJobView,
  run: async ({ path: { organisation, job }, author }) =>
    bulkJobView(await showBulkJob(organisation, job, author)),
});
