import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { SourceEventsQuery } from "../../shared/returns/drill-down/drill-down.ts";
import { listSourceEvents } from "../../shared/returns/drill-down/list-source-events.ts";
import { SourceEventList } from "../../shared/returns/drill-down/source-event.ts";
import { RETURN_FAULTS, ReturnPath } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.listReturnEvents,
  path: ReturnPath,
  query: SourceEventsQuery,
  faultCodes: RETURN_FAULTS,
  output: SourceEventList,
  run: ({ path, query, ledger }) => listSourceEvents(ledger, path, query),
});
