import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { SourceBridge, SourceBridgeQuery } from "../../shared/imports/bridge/import-bridge.ts";
import { loadSourceBridge } from "../../shared/imports/bridge/load-bridge.ts";

export const handler = accountEndpoint({
  route: routes.getSourceBridge,
  query: SourceBridgeQuery,
  output: SourceBridge,
  run: ({ query, ledger }) => loadSourceBridge(ledger, query.source_id),
});
