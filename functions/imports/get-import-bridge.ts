import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { ImportBridge } from "../../shared/imports/bridge/import-bridge.ts";
import { loadImportBridge } from "../../shared/imports/bridge/load-bridge.ts";
import { ImportPath } from "../../shared/imports/jobs/schema.ts";

export const handler = accountEndpoint({
  route: routes.getImportBridge,
  path: ImportPath,
  output: ImportBridge,
  run: ({ path, ledger, now }) => loadImportBridge(ledger, path.id, now),
});
