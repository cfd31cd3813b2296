import { textHash } from "../../core/hash.ts";

/**
 * A partition of the journal: the items whose key has one of `of` hashes, `number` from 1 on. Each partition is verified by
 * itself, in memory that depends on the number of its changes, and the results of all add up to that of the whole.
 */
export type JournalPartition = { readonly number: number; readonly of: number };

export const WHOLE_JOURNAL: JournalPartition = { number: 1, of: 1 };

/** Maximum number of partitions; each reads every file of the account. */
const MOST_PARTITIONS = 1_024;

/** Returns the partition that a text such as `3/16` names; undefined if there is none. */
export function partitionNamed(text: string): JournalPartition | undefined {
  const [, number, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (number === undefined || of === undefined) return undefined;
  return 1 <= number && number <= of && of <= MOST_PARTITIONS ? { number, of } : undefined;
}

/** Returns all partitions of a journal that is divided as this one is. */
export const partitionsLike = ({ of }: JournalPartition): JournalPartition[] =>
  Array.from({ length: of }, (_, at) => ({ number: at + 1, of }));

/**
 * The kinds of which an account has one for each supply or calculation. The other kinds are few, are compared with one
 * another, and lie in the first partition.
 */
const DIVIDED = /^(?:EVENT|CONSIGNMENT|TRANSACTION|CALCULATION)#/;

const numberOf = (text: string, of: number): number => (textHash(text) % of) + 1;

/** True if the items with this key belong to the partition. */
export const isInPartition = ({ number, of }: JournalPartition, pk: string): boolean =>
  number === (DIVIDED.test(pk) ? numberOf(pk, of) : 1);

/** True if the partition reports what is wrong with a file by itself. */
export const hasFile = ({ number, of }: JournalPartition, key: string): boolean =>
  number === numberOf(key, of);

const PK = '"pk":"';

const TEXT = /"(?:[^"\\]|\\.)*"/y;

/**
 * Returns the key in a line of the journal without parsing the line: most lines are of other partitions. Only the line's own
 * key is a text; the keys in its images are objects, and quotes within texts are escaped.
 */
export function keyInLine(line: string): string | undefined {
  const at = line.lastIndexOf(PK);
  if (at < 0) return undefined;
  TEXT.lastIndex = at + PK.length - 1;
  const [text] = TEXT.exec(line) ?? [];
  return text === undefined ? undefined : String(JSON.parse(text));
}
