import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { tickSheet } from "../../shared/filing/entry-sheet/load-sheet.ts";
import { EntrySheet, SheetQuery, SheetTicks } from "../../shared/filing/entry-sheet/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.tickEntrySheet,
  path: ReturnPath,
  query: SheetQuery,
  body: SheetTicks,
  faultCodes: RETURN_FAULTS,
  output: EntrySheet,
  run: async ({ path, query, body, ledger }) => tickSheet(ledger, { ...path, ...query }, body),
});
