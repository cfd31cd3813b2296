import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  MovementList,
  MovementQuery,
  movementsPage,
} from "../../shared/imports/movements/schema.ts";
import { listMovements } from "../../shared/imports/movements/store-movements.ts";

export const handler = accountEndpoint({
  route: routes.listMovements,
  query: MovementQuery,
  output: MovementList,
  run: async ({ query: { limit, cursor, ...wanted }, ledger }) =>
    movementsPage(await listMovements(ledger, { ...wanted, after: cursor }, limit + 1), limit),
});
