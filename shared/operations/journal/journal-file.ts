import { canonicalText } from "../../core/hash.ts";
import { isSandbox } from "../../core/sandbox-account.ts";
import { ITEM_GROUPS, ITEMS } from "../../platform/table/registry.ts";
import { type Digest, JournalRecord } from "./journal-record.ts";

/** A file of the journal: changes of one account, in the order in which they were made. */
export type JournalFile = { readonly key: string; readonly body: string; readonly lastAt: string };

/** Where a file stands: which account, which stream, and from which change to which. */
export type FilePlace = {
  readonly account: string;
  readonly stream: string;
  readonly first: string;
  readonly last: string;
  /** The first 16 characters of its SHA-256. */
  readonly hash: string;
};

/** Sequence numbers in a name have as many digits as they can have: by name is by order. */
const DIGITS = 40;

const padded = (seq: string): string => seq.padStart(DIGITS, "0");

const HASH_LENGTH = 16;

/** Of changes of one account, in the order of the stream; at least one. */
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

/** The place behind the key of a file; undefined of what is none. */
export function placeOfFile(key: string): FilePlace | undefined {
  const [, account = "", stream = "", first = "", last = "", hash = ""] = KEY_FORM.exec(key) ?? [];
  return hash ? { account, stream, first, last, hash } : undefined;
}

/** The lines of a file, or undefined where it is not what its name says. */
export function recordsIn(
  place: FilePlace,
  body: string,
  digest: Digest,
): JournalRecord[] | undefined {
  if (digest(body).slice(0, HASH_LENGTH) !== place.hash) return undefined;
  const records = body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JournalRecord.parse(JSON.parse(line)));
  const isItsOwn =
    padded(records[0]?.seq ?? "") === place.first &&
    padded(records.at(-1)?.seq ?? "") === place.last;
  return isItsOwn ? records : undefined;
}

/** The instant at which a stream was switched on, of all digits alone: it names the stream in keys of files. */
export const streamName = (label: string): string => label.replaceAll(/\D/g, "");

/** The name of the stream behind its ARN, `…:table/<name>/stream/<label>`. */
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
 * How the partitions begin whose changes the journal keeps: all that decides what a return says, who may
 * ask for it, and what was declared. Sums follow from events, and the rest is of the moment.
 */
export const JOURNALED_PREFIXES: readonly string[] = prefixesOf(true);

/** Of items that are there for a reason, and not in the journal. */
const OTHER_PREFIXES: readonly string[] = prefixesOf(false);

const beginsWithOne = (pk: string, of: readonly string[]): boolean =>
  of.some((prefix) => pk.startsWith(prefix));

/** Sandboxes are left out: what is tried out is removed again, and would lie in the journal for ten years. */
export const isJournaled = (pk: string): boolean =>
  beginsWithOne(pk, JOURNALED_PREFIXES) && !isOfSandbox(pk);

/** Whether the partition is one of a sandbox: a ledger's name stands behind the kind. */
export const isOfSandbox = (pk: string): boolean => isSandbox(pk.split("#")[1] ?? "");

/** Whether no kind of item of the service has such a partition. */
export const isOfNoKind = (pk: string): boolean =>
  !beginsWithOne(pk, [...JOURNALED_PREFIXES, ...OTHER_PREFIXES]);

/** The partitions that hold journaled items of an account alone, and of which the index has some. */
export const partitionsOf = (account: string) =>
  Object.values(ITEM_GROUPS)
    .filter(({ journaled }) => journaled)
    .flatMap(({ items, index }) => items.map(({ pk }) => ({ pk, index: index === true })))
    .filter(({ pk }) => OF_ONE_ACCOUNT.test(pk))
    .map(({ pk, index }) => ({ pk: `${prefixOf(pk)}${account}`, index }));

/** A key's partition ends with its own id. */
const OF_ONE_ACCOUNT = /^(?!KEY#)\w+#\*$/;

/** Under which the changes are kept of items that say of no account. An account's name has no dot. */
const NO_ACCOUNT = "no.account";

/** An account's name has no "#", and follows the kind of the item in its partition; a key says it in itself. */
export function accountOfChange({ pk, old, new: now }: JournalRecord): string {
  const [kind, account] = pk.split("#");
  const named = kind === "KEY" ? (now ?? old)?.["account"]?.["S"] : account;
  return typeof named === "string" && ACCOUNT_FORM.test(named) ? named : NO_ACCOUNT;
}

const ACCOUNT_FORM = /^[A-Za-z0-9_-]{1,64}$/;
