import { ApiKeyView, KeyPath, keyView } from "../../shared/accounts/key-schema.ts";
import { loadKeyAuthor, revokeKey } from "../../shared/accounts/manage-keys.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.revokeApiKey,
  path: KeyPath,
  output: ApiKeyView,
  run: async ({ author, account, path, now }) => {
    const by = await loadKeyAuthor(author, account);
    return keyView({ key: await revokeKey(by, path.id, now) }, now);
  },
});
