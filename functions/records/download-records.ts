import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { fileOfJob, RecordsFilePath } from "../../shared/ledger/supply-records/schema.ts";
import { loadRecordsJob } from "../../shared/ledger/supply-records/store-records-jobs.ts";
import { artifactLink } from "../../shared/returns/locks/store-lock-files.ts";

export const handler = accountEndpoint({
  route: routes.downloadRecords,
  path: RecordsFilePath,
  query: LinkQuery,
  output: LinkBody,
  run: async ({ path, query, ledger, now }) => {
    const job = await loadRecordsJob(ledger, path.id);
    const file = job && fileOfJob(job, path.file);
    if (!file) throw notFound("file of records");
    return linkAnswer(await artifactLink(file, now), query);
  },
});
