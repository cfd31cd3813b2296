import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { BulkJobView, BulkRequest, bulkJobView } from "../../shared/filing/bulk/bulk-job.ts";
import { requestBulkJob } from "../../shared/filing/bulk/run-bulk-job.ts";

export const handler = accountEndpoint({
  route: routes.createBulkJob,
  path: OrganisationPath,
  body: BulkRequest,
  output: BulkJobView,
  status: 202,
  run: async ({ path: { organisation }, body, author: person, now }) =>
    bulkJobView(await requestBulkJob(organisation, body, { person, now })),
});
