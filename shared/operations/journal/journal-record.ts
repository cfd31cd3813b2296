import * as z from "zod";
import type { TypedItem } from "./typed-value.ts";

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
