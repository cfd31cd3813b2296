import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/link-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { fileOfJob, RecordsFilePath } from "../../shared/records/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { artifactLink } from "../../shared/store/artifact-links.ts";
import { loadRecordsJob } from "../../shared/store/records-jobs.ts";

export const handler = accountEndpoint({
  route: routes.downloadRecords,
  path: RecordsFilePath,
  query: LinkQuery,
  output: LinkBody,
  faultCodes: { id: "not_found", file: "not_found" },
  run: async ({ path, query, account, now }) => {
    const job = await loadRecordsJob(account, path.id);
    const file = job && fileOfJob(job, path.file);
    if (!file) throw notFound("file of records");
    return linkAnswer(await artifactLink(file, now), query);
  },
});
