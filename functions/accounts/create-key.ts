import { KeyWithSecret, keyView, NewKey } from "../../shared/accounts/key-schema.ts";
import { grantedBy } from "../../shared/accounts/keys.ts";
import { createKey, loadKeyAuthor } from "../../shared/accounts/manage-keys.ts";
import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";

export const handler = secretEndpoint({
  route: routes.createApiKey,
  body: NewKey,
  output: KeyWithSecret,
  status: 201,
  run: async ({ author, account, body, now }) => {
    const by = await loadKeyAuthor(author, account);
    const { key, text } = await createKey(by.account, by, grantedBy(by, body), now);
    return { ...keyView({ key }, now), api_key: text };
  },
});
