import * as z from "zod";
import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { changeKey } from "../../platform/table/keys.ts";

const Image = z.record(z.string(), z.record(z.string(), z.unknown()));

/** A line of the journal: one change of one item. */
export const JournalRecord = z.strictObject({
  /** Unique in its stream; rises from change to change of an item. Up to 40 digits. */
  seq: z.string().regex(/^\d{1,40}$/),
  op: z.enum(["INSERT", "MODIFY", "REMOVE"]),
  /** The second in which the table saw it, by its own clock. */
  at: z.iso.datetime(),
  /** Set where the table itself has removed an item that had expired. */
  expired: z.literal(true).optional(),
  pk: z.string(),
  sk: z.string(),
  /** The item before and after, in the table's own form; free text is a hash (see covered-text.ts). */
  old: Image.optional(),
  new: Image.optional(),
});
export type JournalRecord = Readonly<z.output<typeof JournalRecord>>;

/** A change as the stream hands it on. */
export type StreamRecord = {
  readonly eventName?: string | undefined;
  /** Of a change that DynamoDB has made itself. */
  readonly userIdentity?: { readonly principalId?: string | undefined } | undefined;
  readonly dynamodb?:
    | {
        readonly SequenceNumber?: string | undefined;
        /** Seconds since 1970. */
        readonly ApproximateCreationDateTime?: number | undefined;
        readonly Keys?: object | undefined;
        readonly OldImage?: object | undefined;
        readonly NewImage?: object | undefined;
      }
    | undefined;
};

/** The line of a change, before its free text is covered. */
export function recordOfChange(change: StreamRecord): JournalRecord {
  const { eventName, userIdentity, dynamodb = {} } = change;
  const keys = dynamodb.Keys as TypedItem | undefined;
  const seconds = dynamodb.ApproximateCreationDateTime ?? 0;
  return JournalRecord.parse({
    seq: dynamodb.SequenceNumber,
    op: eventName,
    at: new Date(seconds * 1000).toISOString(),
    ...(userIdentity?.principalId === "dynamodb.amazonaws.com" ? { expired: true } : {}),
    pk: keys?.["pk"]?.["S"],
    sk: keys?.["sk"]?.["S"],
    ...(dynamodb.OldImage ? { old: dynamodb.OldImage } : {}),
    ...(dynamodb.NewImage ? { new: dynamodb.NewImage } : {}),
  });
}

/** A value as DynamoDB writes it down: its type, then itself. Numbers are text, and so exact. */
export type TypedValue = Readonly<Record<string, unknown>>;

/** An item or the key of one, attribute by attribute. */
export type TypedItem = Readonly<Record<string, TypedValue>>;

/** The value as code works with it. Beyond 2^53 a number loses digits: for rules, not for comparing. */
export function plainValue(value: TypedValue): unknown {
  const [[type, content] = []] = Object.entries(value);
  if (type === "N") return Number(content);
  if (type === "NULL") return null;
  if (type === "L") return (content as TypedValue[]).map(plainValue);
  if (type === "M") return plainItem(content as TypedItem);
  return content;
}

/** The same of an item. */
export const plainItem = (item: TypedItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

/** What callers may write anything into, and names for people. */
const FREE = new Set<string>([...FREE_TEXT_FIELDS, "display_name", "name", "note", "platform"]);

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * The item with a hash in place of each free text. What lies in the journal cannot be taken away for ten years, and
 * who asks for erasure (Art. 17 GDPR) may have been named there: the text is in the table alone, and the journal can
 * still tell whether it is the one that was sent. The place is hashed with it, so that equal texts do not show.
 */
export function coveredItem(item: TypedItem, digest: Digest): TypedItem {
  const pk = String(item["pk"]?.["S"]);
  // A change history has none to begin with, and says so by the names of fields.
  if (pk.startsWith(OF_CHANGES)) return item;
  return covered(item, `${pk}\n${item["sk"]?.["S"]}`, digest);
}

const OF_CHANGES = changeKey("", "").pk;

const covered = (item: TypedItem, place: string, digest: Digest): TypedItem =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      FREE.has(name) ? hashOf(value, `${place}\n${name}`, digest) : within(value, place, digest),
    ]),
  );

function within(value: TypedValue, place: string, digest: Digest): TypedValue {
  const { L, M } = value as { readonly L?: TypedValue[]; readonly M?: TypedItem };
  if (M) return { M: covered(M, place, digest) };
  if (L) return { L: L.map((one) => within(one, place, digest)) };
  return value;
}

const hashOf = (value: TypedValue, place: string, digest: Digest): TypedValue => ({
  S: `sha256:${digest(`${place}\n${canonicalText(value)}`)}`,
});
