import { KeyList, shownKeys } from "../../shared/accounts/key-schema.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { listKeys } from "../../shared/flows/list-keys.ts";
import { loadAskingKey } from "../../shared/flows/load-key.ts";

export const handler = accountEndpoint({
  route: routes.listApiKeys,
  output: KeyList,
  run: async ({ keyId, now }) => shownKeys(await listKeys(await loadAskingKey(keyId), now), now),
});
