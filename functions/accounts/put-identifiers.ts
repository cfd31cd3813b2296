import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { checkedIdentifiers } from "../../shared/ledger/full-identifiers/checked.ts";
import { FullIdentifiers, StoredIdentifiers } from "../../shared/ledger/full-identifiers/schema.ts";
import { saveFullIdentifiers } from "../../shared/ledger/full-identifiers/store-full-identifiers.ts";
import { loadRegistrations } from "../../shared/ledger/settings/store-settings.ts";

export const handler = accountEndpoint({
  route: routes.putIdentifiers,
  body: FullIdentifiers,
  output: StoredIdentifiers,
  run: async ({ ledger, body, author, now }) => {
    const { items } = await loadRegistrations(ledger);
    const { keep_others } = body;
    const numbers = checkedIdentifiers(body, items);
    return saveFullIdentifiers(ledger, numbers, { keep_others, author, now });
  },
});
