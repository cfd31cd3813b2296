/**
 * Prefix of the names of sandboxes. No account name contains a dot, so a sandbox never shares a name with an account. A
 * prefix also lets IAM conditions on partition keys select sandboxes.
 */
const PREFIX = "sandbox.";

/** Returns the name of the account's sandbox. Each emptying of the sandbox starts the next generation. */
export const sandboxOf = (account: string, generation = 1): string =>
  `${PREFIX}${account}${generation === 1 ? "" : `.${generation}`}`;

export const isSandbox = (ledger: string): boolean => ledger.startsWith(PREFIX);

/** Returns the account that owns a ledger or sandbox. */
export const holderOf = (ledger: string): string =>
  isSandbox(ledger) ? (ledger.slice(PREFIX.length).split(".")[0] ?? "") : ledger;
