import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { ImportList, ImportListQuery, importsPage } from "../../shared/imports/jobs/schema.ts";
import { listImportJobs } from "../../shared/imports/jobs/store-jobs.ts";

export const handler = accountEndpoint({
  route: routes.listImports,
  query: ImportListQuery,
  output: ImportList,
  run: async ({ query: { limit, cursor }, ledger, now }) =>
    importsPage(await listImportJobs(ledger, limit + 1, cursor), limit, now),
});
