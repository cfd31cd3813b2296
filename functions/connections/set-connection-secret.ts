import * as routes from "../../shared/api/routes.ts";
import { secretEndpoint } from "../../shared/api/secret-endpoint.ts";
import { shownConnection } from "../../shared/shops/catch-up/process-catch-up.ts";
import { newSigningSecret, setSigningSecret } from "../../shared/shops/connections/manage.ts";
import {
  ConnectionPath,
  ConnectionWithSecret,
  NewSecret,
} from "../../shared/shops/connections/schema.ts";

export const handler = secretEndpoint({
  route: routes.setConnectionSecret,
  path: ConnectionPath,
  body: NewSecret,
  bodyOptional: true,
  output: ConnectionWithSecret,
  run: async ({ ledger, author, path, body, now }) => {
    const made = body.secret === undefined ? newSigningSecret() : undefined;
    const asking = { ledger, author, now };
    const connection = await setSigningSecret(asking, path.id, body.secret ?? made ?? "");
    return { ...(await shownConnection(ledger, connection, now)), secret: made ?? null };
  },
});
