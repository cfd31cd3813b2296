import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  FoundRowList,
  FoundRowQuery,
  foundRowsPage,
  listFoundRows,
  loadImportWithRows,
} from "../../shared/imports/jobs/row-findings.ts";
import { ImportPath } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.listImportRows,
  path: ImportPath,
  query: FoundRowQuery,
  output: FoundRowList,
  run: async ({ path, query, ledger }) => {
    const job = await loadImportWithRows(ledger, path.id);
    return foundRowsPage(await listFoundRows(ledger, job, query), job, query.limit);
  },
});
