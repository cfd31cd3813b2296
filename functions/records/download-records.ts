import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { redirect } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { fileOfJob, RecordsFilePath } from "../../shared/records/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { artifactLink } from "../../shared/store/artifact-links.ts";
import { loadRecordsJob } from "../../shared/store/records-jobs.ts";

export const handler = accountEndpoint({
  route: routes.downloadRecords,
  path: RecordsFilePath,
  faultCodes: { id: "not_found", file: "not_found" },
  run: async ({ path, account, now }) => {
    const job = await loadRecordsJob(account, path.id);
    const file = job && fileOfJob(job, path.file);
    if (!file) throw notFound("file of records");
    return redirect(await artifactLink(file, now));
  },
});
