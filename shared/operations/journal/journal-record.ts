import * as z from "zod";
import { canonicalText } from "../../core/hash.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { ANY } from "../../platform/table/item.ts";
import { changeKey, type Key } from "../../platform/table/keys.ts";
import { webhookSecretKey, webhooksKey } from "../../platform/table/webhooks.ts";

/** Tolerance for the time of a change. A request takes seconds; the rest allows for wrong clocks. */
const TOLERANCE_MS = 3_600_000;

/** True if an instant in an item is the time at which the table recorded the change. */
export const isAtTime = (said: string | undefined, at: string): boolean =>
  said !== undefined && Math.abs(Date.parse(said) - Date.parse(at)) <= TOLERANCE_MS;

/** Difference between two changes of one transaction, by the table's clock, which is exact to a second. */
const ONE_TRANSACTION_MS = 2_000;

/** True if two changes may belong to one transaction. */
export const isSameInstant = (first: string, second: string): boolean =>
  Math.abs(Date.parse(first) - Date.parse(second)) <= ONE_TRANSACTION_MS;

const Image = z.record(z.string(), z.record(z.string(), z.unknown()));

/** A line of the journal: one change of one item. */
export const JournalRecord = z.strictObject({
  /** Unique in its stream; increases with each change of an item. Up to 40 digits. */
  seq: z.string().regex(/^\d{1,40}$/),
  op: z.enum(["INSERT", "MODIFY", "REMOVE"]),
  /** The second in which the table recorded the change, by its own clock. */
  at: z.iso.datetime(),
  /** Set if the table itself removed an expired item. */
  expired: z.literal(true).optional(),
  pk: z.string(),
  sk: z.string(),
  /** The item before and after in the table's own form; free text is replaced by a hash (see coveredItem). */
  old: Image.optional(),
  new: Image.optional(),
});
export type JournalRecord = Readonly<z.output<typeof JournalRecord>>;

export type StreamRecord = {
  readonly eventName?: string | undefined;
  /** Set for a change that DynamoDB made itself. */
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

/** Returns the line of a change, before its free text is covered. */
export function recordOfChange(change: StreamRecord): JournalRecord {
  const { eventName, userIdentity, dynamodb = {} } = change;
  const keys = dynamodb.Keys as AttributeMap | undefined;
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

/** A value in DynamoDB's form: its type and its content. Numbers are text, and so exact. */
export type AttributeValue = Readonly<Record<string, unknown>>;

/** An item or the key of one, attribute by attribute. */
export type AttributeMap = Readonly<Record<string, AttributeValue>>;

/** Returns the plain value. Numbers beyond 2^53 lose digits, so use plain values for rules, not for comparisons. */
export function plainValue(value: AttributeValue): unknown {
  const [[type, content] = []] = Object.entries(value);
  if (type === "N") return Number(content);
  if (type === "NULL") return null;
  if (type === "L") return (content as AttributeValue[]).map(plainValue);
  if (type === "M") return plainItem(content as AttributeMap);
  return content;
}

/** An item before or after a change. */
export type ItemState = Readonly<Record<string, unknown>>;

export const plainItem = (item: AttributeMap): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

/** Fields with free text from callers, and names of people. */
const FREE = new Set<string>([...FREE_TEXT_FIELDS, "display_name", "name", "note", "platform"]);

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * Returns the item with a hash in place of each free text. The journal cannot be changed for ten years, and a person
 * who requests erasure (Art. 17 GDPR) may be named in the text. The text itself is only in the table, and the journal
 * can still prove that it is unchanged. The hash includes the position, so that equal texts have different hashes.
 */
export function coveredItem(item: AttributeMap, digest: Digest): AttributeMap {
  const pk = String(item["pk"]?.["S"]);
  // A change history contains no free text, but uses the same field names.
  if (pk.startsWith(OF_CHANGES)) return item;
  const place = `${pk}\n${item["sk"]?.["S"]}`;
  if (pk.startsWith(OF_SECRETS)) return withoutSecrets(item, place, digest);
  return covered(
    pk.startsWith(OF_WEBHOOKS) ? withoutPaths(item, place, digest) : item,
    place,
    digest,
  );
}

/** Returns what the partitions of an item begin with. */
const partitionsOf = ({ pk }: Key): string => pk.slice(0, pk.indexOf(ANY));

const OF_CHANGES = partitionsOf(changeKey(ANY, ANY));
const OF_SECRETS = partitionsOf(webhookSecretKey(ANY, ANY));
const OF_WEBHOOKS = partitionsOf(webhooksKey(ANY));

/**
 * Returns the secrets of a webhook as hashes. Equal secrets of one webhook have equal hashes, so that the former secret
 * can be recognised.
 */
const withoutSecrets = (item: AttributeMap, place: string, digest: Digest): AttributeMap =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      name === "current" || name === "former" ? hashOf(value, place, digest) : value,
    ]),
  );

/**
 * Returns the addresses of webhooks as their origin and a hash: the path of many receivers is a secret, and the journal
 * cannot be changed for ten years.
 */
function withoutPaths(item: AttributeMap, place: string, digest: Digest): AttributeMap {
  const { webhooks } = item as { readonly webhooks?: { readonly L?: { M?: AttributeMap }[] } };
  const L = (webhooks?.L ?? []).map(({ M = {} }) => {
    const origin = URL.parse(String(M["url"]?.["S"]))?.origin ?? "no address";
    const S = `${origin} ${hashOf(M["url"] ?? {}, `${place}\nurl`, digest)["S"]}`;
    return { M: { ...M, url: { S } } };
  });
  return { ...item, webhooks: { L } };
}

const covered = (item: AttributeMap, place: string, digest: Digest): AttributeMap =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      FREE.has(name) ? hashOf(value, `${place}\n${name}`, digest) : within(value, place, digest),
    ]),
  );

function within(value: AttributeValue, place: string, digest: Digest): AttributeValue {
  const { L, M } = value as { readonly L?: AttributeValue[]; readonly M?: AttributeMap };
  if (M) return { M: covered(M, place, digest) };
  if (L) return { L: L.map((element) => within(element, place, digest)) };
  return value;
}

const hashOf = (value: AttributeValue, place: string, digest: Digest): AttributeValue => ({
  S: `sha256:${digest(`${place}\n${canonicalText(value)}`)}`,
});
