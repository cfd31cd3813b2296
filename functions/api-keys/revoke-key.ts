import { ApiKeyView, KeyPath, shownKey } from "../../shared/accounts/key-schema.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadAskingKey } from "../../shared/flows/load-key.ts";
import { revokeKey } from "../../shared/flows/revoke-key.ts";

export const handler = accountEndpoint({
  route: routes.revokeApiKey,
  path: KeyPath,
  output: ApiKeyView,
  run: async ({ keyId, path, now }) =>
    shownKey({ key: await revokeKey(await loadAskingKey(keyId), path.id, now) }, now),
});
