/**
 * How the names of sandboxes begin. A dot is in no name of an account, so they are nobody else's; and it is their
 * beginning, so that a condition on partitions can tell them from all that other names hold.
 */
const PREFIX = "sandbox.";

/** The ledger that test keys of the account open: the first one, or that after so many others were emptied. */
export const sandboxOf = (account: string, generation = 1): string =>
  `${PREFIX}${account}${generation === 1 ? "" : `.${generation}`}`;

export const isSandbox = (ledger: string): boolean => ledger.startsWith(PREFIX);

/** The account whose ledger or sandbox it is. */
export const holderOf = (ledger: string): string =>
  isSandbox(ledger) ? (ledger.slice(PREFIX.length).split(".")[0] ?? "") : ledger;
