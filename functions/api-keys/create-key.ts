import { grantedBy } from "../../shared/accounts/key-rules.ts";
import { KeyWithSecret, NewKey, shownKey } from "../../shared/accounts/key-schema.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { createKey } from "../../shared/flows/create-key.ts";
import { loadAskingKey } from "../../shared/flows/load-key.ts";

export const handler = accountEndpoint({
  route: routes.createApiKey,
  body: NewKey,
  output: KeyWithSecret,
  status: 201,
  run: async ({ keyId, body, now }) => {
    const by = await loadAskingKey(keyId);
    const { key, text } = await createKey(by.account, by, grantedBy(by, body), now);
    return { ...shownKey({ key }, now), api_key: text };
  },
});
