import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { StoredIdentifiers } from "../../shared/ledger/full-identifiers/schema.ts";
import { loadStoredIdentifiers } from "../../shared/ledger/full-identifiers/store-full-identifiers.ts";

export const handler = accountEndpoint({
  route: routes.getIdentifiers,
  output: StoredIdentifiers,
  run: ({ ledger }) => loadStoredIdentifiers(ledger),
});
