import { canonicalText, textHash } from "../../core/hash.ts";
import { isSandbox } from "../../core/ids.ts";
import { ecbDayKey, ledgerOfKey, sealingKeyKey } from "../../platform/table/keys.ts";
import { rateOverlayKey, rateProposalsKey } from "../../platform/table/rate-items.ts";
import { ITEM_GROUPS, ITEMS } from "../../platform/table/registry.ts";
import { type Digest, JournalRecord } from "./journal-record.ts";

/** The folder of checkpoints in the bucket of the journal. The name of an account has no dot. */
export const CHECKPOINTS = "journal.checkpoints";

/** A file of the journal: changes of one account, in the order in which they were made. */
export type JournalFile = { readonly key: string; readonly body: string; readonly lastAt: string };

/** The content of a file name: account, stream, and first and last change. */
export type FilePlace = {
  readonly account: string;
  readonly stream: string;
  readonly first: string;
  readonly last: string;
  /** The first 16 characters of the file's SHA-256. */
  readonly hash: string;
};

/** Number of digits of sequence numbers in names; padded to the maximum, so that names sort by number. */
const DIGITS = 40;

const padded = (seq: string): string => seq.padStart(DIGITS, "0");

const HASH_LENGTH = 16;

/** Builds a file from changes of one account, in the order of the stream; at least one change. */
export function journalFile(
  account: string,
  stream: string,
  records: readonly JournalRecord[],
  digest: Digest,
): JournalFile {
  const body = records.map((record) => `${canonicalText(record)}\n`).join("");
  const [first, last] = [records[0], records.at(-1)];
  if (!first || !last) throw new RangeError("a file of the journal has a change at least");
  const name = `${padded(first.seq)}-${padded(last.seq)}-${digest(body).slice(0, HASH_LENGTH)}`;
  return { key: `${account}/${stream}/${name}.ndjson`, body, lastAt: last.at };
}

const KEY_FORM = /^([^/]+)\/(\d+)\/(\d{40})-(\d{40})-([0-9a-f]{16})\.ndjson$/;

/** Parses the key of a file; undefined for any other key. */
export function placeOfFile(key: string): FilePlace | undefined {
  const [, account = "", stream = "", first = "", last = "", hash = ""] = KEY_FORM.exec(key) ?? [];
  return hash ? { account, stream, first, last, hash } : undefined;
}

/**
 * Returns the lines of a file, or undefined if the content does not match the file name.
 * @param isWanted selects the lines to parse
 */
export function recordsIn(
  place: FilePlace,
  body: string,
  digest: Digest,
  isWanted: (line: string) => boolean = () => true,
): JournalRecord[] | undefined {
  if (digest(body).slice(0, HASH_LENGTH) !== place.hash) return undefined;
  const lines = body.split("\n").filter((line) => line !== "");
  const isItsOwn =
    padded(seqIn(lines[0])) === place.first && padded(seqIn(lines.at(-1))) === place.last;
  return isItsOwn ? lines.filter(isWanted).map(recordIn) : undefined;
}

const recordIn = (line: string): JournalRecord => JournalRecord.parse(JSON.parse(line));

const seqIn = (line: string | undefined): string => (line === undefined ? "" : recordIn(line).seq);

/**
 * Returns the digits of the instant at which a stream was switched on; keys of files name the stream by these digits.
 */
export const streamName = (label: string): string => label.replaceAll(/\D/g, "");

/** Returns the name of a stream from its ARN, `…:table/<name>/stream/<label>`. */
export const streamOfArn = (arn: string): string => streamName(arn.slice(arn.lastIndexOf("/") + 1));

const prefixOf = (pk: string): string => (pk.includes("#") ? pk.slice(0, pk.indexOf("#") + 1) : pk);

const prefixesOf = (journaled: boolean): string[] => [
  ...new Set(
    ITEMS.filter(({ journal }) => (journal !== false) === journaled).map(({ key }) =>
      prefixOf(key.pk),
    ),
  ),
];

/**
 * Prefixes of the partitions whose changes the journal stores: items that decide returns, access and declared amounts.
 * Sums follow from events, and the rest is temporary.
 */
export const JOURNALED_PREFIXES: readonly string[] = prefixesOf(true);

/** Prefixes of known partitions that are not in the journal. A local stack alone has the last one, and no function asks for it. */
const OTHER_PREFIXES: readonly string[] = [...prefixesOf(false), sealingKeyKey.pk];

const beginsWithOne = (pk: string, of: readonly string[]): boolean =>
  of.some((prefix) => pk.startsWith(prefix));

/**
 * True for a journaled partition. Sandboxes are left out: their trials are removed, but would stay in the journal for
 * ten years.
 */
export const isJournaled = (pk: string): boolean =>
  beginsWithOne(pk, JOURNALED_PREFIXES) && !isOfSandbox(pk);

export const isJournaledPartition = (pk: string): boolean => beginsWithOne(pk, JOURNALED_PREFIXES);

/** True for a partition of a sandbox: the ledger's name follows the kind of the item. */
export const isOfSandbox = (pk: string): boolean => isSandbox(ledgerOfKey({ pk }));

/** True if no item of the service has such a partition. */
export const isOfNoKind = (pk: string): boolean =>
  !beginsWithOne(pk, [...JOURNALED_PREFIXES, ...OTHER_PREFIXES]);

/** Returns the partitions with journaled items of one account; `index` marks partitions of the index. */
export const partitionsOf = (account: string) =>
  Object.values(ITEM_GROUPS)
    .filter(({ journaled }) => journaled)
    .flatMap(({ items, index }) => items.map(({ pk }) => ({ pk, index: index === true })))
    .filter(({ pk }) => OF_ONE_ACCOUNT.test(pk))
    .map(({ pk, index }) => ({ pk: `${prefixOf(pk)}${account}`, index }));

/** A partition with the id of one account; those of an API key and of sessions end with the id of the key or person. */
const OF_ONE_ACCOUNT = /^(?!(?:KEY|SESSIONS)#)\w+#\*$/;

/** The journaled partitions of all accounts: exchange rates. */
export const SHARED_PARTITIONS = [ecbDayKey(""), rateProposalsKey, rateOverlayKey].map(
  ({ pk }) => ({ pk, index: false }),
);

/** Name for changes of items without an account. The name of an account has no dot. */
export const NO_ACCOUNT = "no.account";

/**
 * Returns the account of a change. The account's name has no "#" and follows the kind in the partition; the item of an
 * API key has it as an attribute.
 */
export function accountOfChange({ pk, old, new: now }: JournalRecord): string {
  const [kind, account] = pk.split("#");
  const named = kind === "KEY" ? (now ?? old)?.["account"]?.["S"] : account;
  return typeof named === "string" && ACCOUNT_FORM.test(named) ? named : NO_ACCOUNT;
}

const ACCOUNT_FORM = /^[A-Za-z0-9_-]{1,64}$/;

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
