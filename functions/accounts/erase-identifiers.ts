import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { NO_IDENTIFIERS, StoredIdentifiers } from "../../shared/ledger/full-identifiers/schema.ts";
import { eraseFullIdentifiers } from "../../shared/ledger/full-identifiers/store-full-identifiers.ts";

export const handler = accountEndpoint({
  route: routes.eraseIdentifiers,
  output: StoredIdentifiers,
  run: async ({ ledger }) => {
    await eraseFullIdentifiers(ledger);
    return NO_IDENTIFIERS;
  },
});
