import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadSheet } from "../../shared/filing/entry-sheet/load-sheet.ts";
import { EntrySheet, SheetQuery } from "../../shared/filing/entry-sheet/schema.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getEntrySheet,
  path: ReturnPath,
  query: SheetQuery,
  faultCodes: RETURN_FAULTS,
  output: EntrySheet,
  run: async ({ path, query, ledger }) => loadSheet(ledger, { ...path, ...query }),
});
