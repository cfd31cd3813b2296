import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { listFoundRows } from "../../shared/flows/list-found-rows.ts";
import { loadImportWithFindings } from "../../shared/flows/load-import-with-findings.ts";
import { FoundRowList, FoundRowQuery, foundRowsPage } from "../../shared/imports/found-rows.ts";
import { ImportPath } from "../../shared/imports/schema.ts";

export const handler = accountEndpoint({
  route: routes.listImportRows,
  path: ImportPath,
  query: FoundRowQuery,
  output: FoundRowList,
  faultCodes: { id: "not_found" },
  run: async ({ path, query, account }) => {
    const job = await loadImportWithFindings(account, path.id);
    return foundRowsPage(await listFoundRows(account, job, query), query.limit);
  },
});
