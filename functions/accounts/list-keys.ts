import { KeyList, KeyListQuery, keyViews } from "../../shared/accounts/key-schema.ts";
import { listKeys, loadKeyAuthor } from "../../shared/accounts/manage-keys.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listApiKeys,
  query: KeyListQuery,
  output: KeyList,
  run: async ({ author, account, query, now }) =>
    keyViews(await listKeys(await loadKeyAuthor(author, account), now), query, now),
});
