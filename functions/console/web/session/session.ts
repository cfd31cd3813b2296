import type { VatClient } from "../../../../client/src/eu-vat-client.ts";
import { clientWith } from "./api.ts";

/** Who is signed in, in this tab. */
export type Session = {
  readonly client: VatClient;
  readonly account: string;
  /** The name for people; that of the account where none was given. */
  readonly name: string;
  /** Whether the key may change anything. */
  readonly mayWrite: boolean;
  /** Whether it opens the sandbox. */
  readonly isSandbox: boolean;
};

/** Gone with the tab, and seen by no other. */
const KEY = "eu-vat-key";

export const keptKey = (): string | null => sessionStorage.getItem(KEY);

export const forgetKey = (): void => sessionStorage.removeItem(KEY);

/**
 * Signs in, and keeps the key in this tab.
 * @throws ApiError when the key is refused.
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
