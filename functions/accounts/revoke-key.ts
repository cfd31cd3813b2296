import { ApiKeyView, KeyPath, keyView } from "../../shared/accounts/key-schema.ts";
import { loadAskingKey, revokeKey } from "../../shared/accounts/manage-keys.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.revokeApiKey,
  path: KeyPath,
  output: ApiKeyView,
  run: async ({ keyId, path, now }) =>
    keyView({ key: await revokeKey(await loadAskingKey(keyId), path.id, now) }, now),
});
