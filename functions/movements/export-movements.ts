import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { download } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";
import { MovementPairs, pairsCsv } from "../../shared/imports/movements/movement.ts";
import { MovementExportQuery } from "../../shared/imports/movements/schema.ts";
import { movementsIn } from "../../shared/imports/movements/store-movements.ts";

export const handler = accountEndpoint({
  route: routes.exportMovements,
  query: MovementExportQuery,
  run: async ({ query: { month }, ledger }) => {
    const pairs = new MovementPairs();
    for await (const movement of movementsIn(ledger, month)) pairs.add(movement);
    return download({
      body: pairsCsv(month, pairs.all),
      content_type: "text/csv; charset=utf-8; header=present",
      file_name: `movements-${month}.csv`,
    });
  },
});
