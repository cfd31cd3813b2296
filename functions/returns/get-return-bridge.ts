import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { loadReturnBridge } from "../../shared/returns/bridge/bridge-view.ts";
import { ReturnBridge } from "../../shared/returns/bridge/schema.ts";
import { RETURN_FAULTS, ReturnPath, ReturnQuery } from "../../shared/returns/path-schema.ts";

export const handler = accountEndpoint({
  route: routes.getReturnBridge,
  path: ReturnPath,
  query: ReturnQuery,
  faultCodes: RETURN_FAULTS,
  output: ReturnBridge,
  run: ({ path, query, ledger, now }) => loadReturnBridge(ledger, { ...path, ...query }, now),
});
