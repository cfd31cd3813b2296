import * as z from "zod";
import { fingerprintOf } from "../../core/hash.ts";
import { returnBook } from "../../ledger/sums/sum-key.ts";
import { lockedEvent } from "../../notifications/webhooks/events.ts";
import { outboxPut } from "../../notifications/webhooks/webhook-outbox.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { GetCommand, TransactWriteCommand } from "../../platform/dynamodb/commands.ts";
import { lockMarkKey } from "../../platform/table/mark-keys.ts";
import { lockChainKey, lockKey } from "../../platform/table/period-keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { lockBesideOpenings, type OpeningState } from "../openings/opening-state.ts";
import { type ChainHead, headAfter } from "./chain.ts";
import { LockedPeriod } from "./locked-period.ts";
import { lockMarkOf } from "./period-markers.ts";

const { shape } = LockedPeriod;

const HeadItem = z.object({
  count: z.int().positive(),
  last: z.object({
    scheme_type: shape.scheme_type,
    period_key: shape.period_key,
    registration_id: shape.registration_id,
    sha256: shape.sha256,
  }),
});

/** The end of the account's chain of snapshots, read strongly; undefined before the first lock. */
export async function loadChainHead(account: string): Promise<ChainHead | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: lockChainKey(account), ConsistentRead: true }),
  );
  return Item && HeadItem.parse(Item);
}

/** SHA-256 of all that a snapshot is made of; the record of its filing comes later and is no part. */
export function snapshotSha256(snapshot: Readonly<Record<string, unknown>>): string {
  const { pk, sk, sha256, filed, ...sealed } = snapshot;
  return fingerprintOf(sealed);
}

/**
 * Stores a snapshot on top of `head`: it appears whole, or not at all.
 * @throws TransactionCanceledException when the chain has another head, the period is locked, or an opening
 *   of the scheme was written since `openings` was seen.
 */
export async function insertLock(
  account: string,
  lock: LockedPeriod,
  head: ChainHead | undefined,
  openings: OpeningState,
): Promise<void> {
  const snapshot = {
    TableName: tableName(),
    Item: { ...lockKey(account, lock), ...lock },
    ConditionExpression: "attribute_not_exists(pk)",
  };
  const chain = {
    TableName: tableName(),
    Item: { ...lockChainKey(account), ...versionOf("lock_chain"), ...headAfter(head, lock) },
    ...onTopOf(head),
  };
  const book = returnBook(schemeNamed(lock.scheme_type), lock.period_key);
  const mark = {
    TableName: tableName(),
    Item: {
      ...lockMarkKey(account, book, lock.registration_id),
      ...versionOf("mark"),
      ...lockMarkOf(lock),
    },
  };
  const beside = lockBesideOpenings(account, lock.scheme_type, openings);
  const told = outboxPut(account, lockedEvent(lock), new Date(lock.locked_at));
  const actions = [{ Put: snapshot }, { Put: chain }, { Put: mark }, beside, told];
  await dynamo.send(new TransactWriteCommand({ TransactItems: actions }));
}

const onTopOf = (head: ChainHead | undefined) =>
  head
    ? {
        ConditionExpression: "#last.sha256 = :seen",
        ExpressionAttributeNames: { "#last": "last" },
        ExpressionAttributeValues: { ":seen": head.last.sha256 },
      }
    : { ConditionExpression: "attribute_not_exists(pk)" };
