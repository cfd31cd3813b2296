import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { BulkJobPath } from "../../shared/filing/bulk/bulk-job.ts";
import { findZip } from "../../shared/filing/bulk/run-bulk-job.ts";
import { bulkZipObject, objectLink } from "../../shared/imports/jobs/store-objects.ts";

export const handler = accountEndpoint({
  route: routes.downloadBulkFiles,
  path: BulkJobPath,
  query: LinkQuery,
  output: LinkBody,
  run: async ({ path: { organisation, job }, query, author, now }) => {
    const { file_name } = await findZip(organisation, job, author);
    const key = bulkZipObject(organisation, job);
    return linkAnswer(await objectLink(key, file_name, now, "application/zip"), query);
  },
});
