import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { LinkBody, LinkQuery, linkAnswer } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadImportWithFindings } from "../../shared/imports/jobs/row-findings.ts";
import { ImportPath } from "../../shared/imports/jobs/schema.ts";
import { findingsFile, objectLink } from "../../shared/imports/jobs/store-objects.ts";

export const handler = accountEndpoint({
  route: routes.downloadFindings,
  path: ImportPath,
  query: LinkQuery,
  output: LinkBody,
  run: async ({ path, query, ledger, now }) => {
    const job = await loadImportWithFindings(ledger, path.id);
    const file = findingsFile(ledger, job.id, job.pass);
    return linkAnswer(await objectLink(file, `import-${job.id}-findings.csv`, now), query);
  },
});
