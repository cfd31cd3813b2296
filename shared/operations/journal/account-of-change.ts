import type { JournalRecord } from "./journal-record.ts";

/** Under which the changes are kept of items that say of no account. An account's name has no dot. */
const NO_ACCOUNT = "no.account";

/** An account's name has no "#", and follows the kind of the item in its partition; a key says it in itself. */
export function accountOfChange({ pk, old, new: now }: JournalRecord): string {
  const [kind, account] = pk.split("#");
  const named = kind === "KEY" ? (now ?? old)?.["account"]?.["S"] : account;
  return typeof named === "string" && ACCOUNT_FORM.test(named) ? named : NO_ACCOUNT;
}

const ACCOUNT_FORM = /^[A-Za-z0-9_-]{1,64}$/;
