import { tallyKey } from "./keys.ts";

/** The book of a tally's partition; undefined of all other partitions, and of other accounts. */
export function bookOf(account: string, pk: string): string | undefined {
  const before = tallyKey(account, "", "", 0).pk;
  return pk.startsWith(before) ? pk.slice(before.length) : undefined;
}
