import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { BulkJobView, BulkRequest, bulkJobView } from "../../shared/returns/bulk/bulk-job.ts";
import { requestBulkJob } from "../../shared/returns/bulk/run-bulk-job.ts";

export const handler = accountEndpoint({
  route: routes.createBulkJob,
  path: OrganisationPath,
  body: BulkRequest,
  output: BulkJobView,
  status: 202,
  run: async ({ path: { organisation }, body, keyId: person, now }) =>
    bulkJobView(await requestBulkJob(organisation, body, { person, now })),
});
