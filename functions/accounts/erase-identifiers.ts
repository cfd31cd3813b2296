import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { StoredIdentifiers } from "../../shared/ledger/full-identifiers/schema.ts";
import { eraseFullIdentifiers } from "../../shared/ledger/full-identifiers/store-full-identifiers.ts";

export const handler = accountEndpoint({
  route: routes.eraseIdentifiers,
  output: StoredIdentifiers,
  run: ({ ledger }) => eraseFullIdentifiers(ledger),
});
