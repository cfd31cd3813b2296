import type * as z from "zod";

/*
 * Ids are texts with a brand, so that the compiler tells one from another. The schemas of requests and items, and what
 * reads a key of the table, make them; nothing else does. No id is the empty text.
 */

/** The name of an account, which has keys, a quota, and an organisation. It contains no dot. */
export type AccountId = string & z.core.$brand<"AccountId">;

/** The name of what a caller opens: for a live key or a person the account's ledger, for a test key its sandbox. */
export type LedgerId = string & z.core.$brand<"LedgerId">;

/** The author of a change, for audit records: the id of an API key or of a person. */
export type AuthorId = string & z.core.$brand<"AuthorId">;

/** The id of a supply event, or of a calculation that was committed as several. */
export type EventId = string & z.core.$brand<"EventId">;

/** The key of a tax period: a quarter, YYYY-Qn, or a month, YYYY-MM. */
export type PeriodKey = string & z.core.$brand<"PeriodKey">;

/**
 * Prefix of the names of sandboxes. No account name contains a dot, so a sandbox never shares a name with an account. A
 * prefix also lets IAM conditions on partition keys select sandboxes.
 */
const SANDBOX = "sandbox.";

/** Returns the ledger of an account, which has its name. */
export const ledgerOf = (account: AccountId): LedgerId => account as string as LedgerId;

/** Returns the name of the account's sandbox. Each emptying of the sandbox starts the next generation. */
export const sandboxOf = (account: AccountId, generation = 1): LedgerId =>
  `${SANDBOX}${account}${generation === 1 ? "" : `.${generation}`}` as LedgerId;

export const isSandbox = (ledger: LedgerId): boolean => ledger.startsWith(SANDBOX);

/** Returns the account that owns a ledger or sandbox. */
export const accountOf = (ledger: LedgerId): AccountId =>
  (isSandbox(ledger) ? ledger.slice(SANDBOX.length).split(".")[0] : ledger) as string as AccountId;
