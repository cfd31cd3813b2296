import { canonicalText } from "../../core/canonical-text.ts";
import type { Digest } from "./covered-text.ts";
import { JournalRecord } from "./journal-record.ts";

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
