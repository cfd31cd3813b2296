import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { SupplyEventList } from "../../shared/ledger/events/listing.ts";
import { BehindQuery } from "../../shared/returns/drill-down/drill-down.ts";
import { listEventsBehind } from "../../shared/returns/drill-down/list-source-events.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.listReturnEvents,
  path: ReturnPath,
  query: BehindQuery,
  faultCodes: RETURN_FAULTS,
  output: SupplyEventList,
  run: ({ path, query, account }) => listEventsBehind(account, path, query),
});
