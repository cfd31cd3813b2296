import type { VatClient } from "../../../../client/src/eu-vat-client.ts";
import { clientWith } from "./api.ts";

/** The session of this browser tab. */
export type Session = {
  readonly client: VatClient;
  readonly account: string;
  /** The display name; by default the name of the account. */
  readonly name: string;
  /** True if the key may write. */
  readonly mayWrite: boolean;
  /** True if the key opens the sandbox. */
  readonly isSandbox: boolean;
};

/** The name of the session storage item, which only this tab can read until it closes. */
const KEY = "eu-vat-key";

export const keptKey = (): string | null => sessionStorage.getItem(KEY);

export const forgetKey = (): void => sessionStorage.removeItem(KEY);

/**
 * Signs in, and stores the key in this tab.
 * @throws ApiError when the key is rejected.
 */
export async function signIn(key: string): Promise<Session> {
  const client = clientWith(key);
  const [account, keys] = await Promise.all([client.getAccount(), client.listApiKeys()]);
  sessionStorage.setItem(KEY, key);
  // vat_<mode>_<id>_<secret>
  const [, mode, id] = key.split("_");
  const own = keys.items.find((one) => one.id === id);
  return {
    client,
    account: account.account,
    name: account.display_name ?? account.account,
    mayWrite: own?.scope === "full",
    isSandbox: mode === "test",
  };
}
