import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/link-answer.ts";
import { routes } from "../../shared/api/routes.ts";
import { hasFindings, ImportPath } from "../../shared/imports/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadImportJob } from "../../shared/store/import-jobs.ts";
import { objectLink } from "../../shared/store/import-links.ts";
import { findingsFile } from "../../shared/store/import-objects.ts";

export const handler = accountEndpoint({
  route: routes.downloadFindings,
  path: ImportPath,
  query: LinkQuery,
  output: LinkBody,
  faultCodes: { id: "not_found" },
  run: async ({ path, query, account, now }) => {
    const job = await loadImportJob(account, path.id);
    if (!job || !hasFindings(job)) throw notFound("file of findings");
    const file = findingsFile(account, job.id, job.pass);
    return linkAnswer(await objectLink(file, `import-${job.id}-findings.csv`, now), query);
  },
});
