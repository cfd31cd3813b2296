import { KeyPath, KeyWithSecret, shownKey } from "../../shared/accounts/key-schema.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadAskingKey } from "../../shared/flows/load-key.ts";
import { rotateKey } from "../../shared/flows/rotate-key.ts";

export const handler = accountEndpoint({
  route: routes.rotateApiKey,
  path: KeyPath,
  output: KeyWithSecret,
  status: 201,
  run: async ({ keyId, path, now }) => {
    const { key, text } = await rotateKey(await loadAskingKey(keyId), path.id, now);
    return { ...shownKey({ key }, now), api_key: text };
  },
});
