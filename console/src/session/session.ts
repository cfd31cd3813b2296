import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import type { RoleName } from "../../../shared/accounts/people/role-order.ts";
import { clientWith } from "./api.ts";
import { type May, mayWithKey } from "./permission.ts";

/** The session of this browser tab in one account. */
export type Session = {
  readonly client: VatClient;
  readonly account: string;
  /** The display name; by default the name of the account. */
  readonly name: string;
  readonly may: May;
  /** The role of the person; absent for a key. */
  readonly role?: RoleName;
  /** The id of the person; absent for a key. */
  readonly person?: string;
  /** True if the key opens the sandbox. */
  readonly isSandbox: boolean;
};

/** The name of the session storage item, which only this tab can read until it closes. */
const KEY = "eu-vat-key";

export const storedKey = (): string | null => sessionStorage.getItem(KEY);

export const forgetKey = (): void => sessionStorage.removeItem(KEY);

/**
 * Signs in with a key, and stores the key in this tab.
 * @throws ApiError when the key is rejected.
 */
export async function signIn(key: string): Promise<Session> {
  const client = clientWith(key);
  const [account, keys] = await Promise.all([
    client.getAccount(),
    client.listApiKeys({ query: { limit: 200 } }),
  ]);
  sessionStorage.setItem(KEY, key);
  // vat_<mode>_<id>_<secret>
  const [, mode, id] = key.split("_");
  const own = keys.items.find((apiKey) => apiKey.id === id);
  return {
    client,
    account: account.account,
    name: account.display_name ?? account.account,
    may: mayWithKey(own?.scope === "full"),
    isSandbox: mode === "test",
  };
}
