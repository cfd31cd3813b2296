import type { StoredKey } from "./stored-key.ts";

const SUFFIX = ".sandbox";

/** The name of an account's sandbox. A dot is in no name of an account, so it is nobody else's. */
export const sandboxOf = (account: string): string => `${account}${SUFFIX}`;

export const isSandbox = (ledger: string): boolean => ledger.endsWith(SUFFIX);

/** The ledger that a key opens: test keys that of the sandbox, and never the account's own. */
export const ledgerOf = ({ account, mode }: Pick<StoredKey, "account" | "mode">): string =>
  mode === "live" ? account : sandboxOf(account);
