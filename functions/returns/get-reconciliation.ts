import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { XLSX_TYPE } from "../../shared/core/files/xlsx.ts";
import { RETURN_FAULTS, SchemePath } from "../../shared/returns/path-schema.ts";
import { loadReconciliation } from "../../shared/returns/reconciliation/load-reconciliation.ts";
import { reconciliationWorkbook } from "../../shared/returns/reconciliation/reconcile.ts";
import { Reconciliation, ReconciliationQuery } from "../../shared/returns/reconciliation/schema.ts";

export const handler = accountEndpoint({
  route: routes.getReconciliation,
  path: SchemePath,
  query: ReconciliationQuery,
  faultCodes: { scheme: RETURN_FAULTS.scheme },
  output: Reconciliation,
  run: async ({ path: { scheme }, query, ledger, now, today }) => {
    const content = await loadReconciliation(ledger, scheme, today);
    if (query.format !== "xlsx") return content;
    return download({
      body: await reconciliationWorkbook(content, now.toISOString()),
      content_type: XLSX_TYPE,
      file_name: `${scheme.slug}-reconciliation-${today}.xlsx`,
    });
  },
});
