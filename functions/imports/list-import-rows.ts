import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { listFoundRows } from "../../shared/flows/list-found-rows.ts";
import { FoundRowList, FoundRowQuery, foundRowsPage } from "../../shared/imports/found-rows.ts";
import { hasFindings, ImportPath } from "../../shared/imports/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadImportJob } from "../../shared/store/import-jobs.ts";

export const handler = accountEndpoint({
  route: routes.listImportRows,
  path: ImportPath,
  query: FoundRowQuery,
  output: FoundRowList,
  faultCodes: { id: "not_found" },
  run: async ({ path, query, account }) => {
    const job = await loadImportJob(account, path.id);
    if (!job || !hasFindings(job)) throw notFound("list of findings");
    return foundRowsPage(await listFoundRows(account, job, query), query.limit);
  },
});
