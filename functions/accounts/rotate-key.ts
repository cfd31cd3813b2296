import { KeyPath, KeyRotation, KeyWithSecret, keyView } from "../../shared/accounts/key-schema.ts";
import { loadKeyAuthor, rotateKey } from "../../shared/accounts/manage-keys.ts";
import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";

export const handler = secretEndpoint({
  route: routes.rotateApiKey,
  path: KeyPath,
  body: KeyRotation,
  bodyOptional: true,
  output: KeyWithSecret,
  status: 201,
  run: async ({ author, account, path, body, now }) => {
    const by = await loadKeyAuthor(author, account);
    const { key, text } = await rotateKey(by, path.id, now, body.overlap_hours);
    return { ...keyView({ key }, now), api_key: text };
  },
});
