import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type ChainHead, headAfter, previousOf } from "../locks/chain.ts";
import type { LockDraft, LockedPeriod } from "../locks/locked-period.ts";
import { frozenContent } from "../locks/snapshot.ts";
import { stateAfter, stateOf } from "../locks/state.ts";
import type { UnionPreview } from "../returns/preview.ts";
import { lockChainKey, lockKey } from "../table/keys.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { loadLock } from "./locked-periods.ts";
import { withRetries } from "./retries.ts";

const HeadItem = z.object({
  count: z.int().positive(),
  last_period: z.string(),
  last_sha256: z.string(),
});

/** The end of the account's chain of snapshots, read strongly; undefined before the first lock. */
export async function loadChainHead(account: string): Promise<ChainHead | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: lockChainKey(account), ConsistentRead: true }),
  );
  return Item && HeadItem.parse(Item);
}

/**
 * Locks a quarter: the snapshot appears whole, chained to the one locked before it, or not at all.
 * Whoever meets another quarter's lock chains to that one; after a lost answer, a snapshot with the
 * id of this attempt is its own.
 * @throws DomainError `period_already_locked`; `not_ready` when others kept winning.
 */
export const saveLock = (account: string, draft: LockDraft): Promise<LockedPeriod> =>
  withRetries(async () => {
    const [head, stored] = await Promise.all([
      loadChainHead(account),
      loadLock(account, draft.period_key),
    ]);
    if (stored?.lock_id === draft.lock_id) return stored;
    stateAfter("lock", stateOf(stored), draft.period_key);
    const unsigned = { ...draft, previous: previousOf(head) };
    const lock: LockedPeriod = { ...unsigned, sha256: snapshotSha256(unsigned) };
    await write(account, lock, head);
    return lock;
  });

/** SHA-256 of what a return declares; see frozenContent. */
export const contentSha256 = (preview: UnionPreview): string =>
  fingerprintOf(frozenContent(preview));

/** SHA-256 of all that a snapshot is made of; the record of its filing comes later and is no part. */
export function snapshotSha256(snapshot: Readonly<Record<string, unknown>>): string {
  const { pk, sk, sha256, filed, ...sealed } = snapshot;
  return fingerprintOf(sealed);
}

async function write(account: string, lock: LockedPeriod, head: ChainHead | undefined) {
  const table = { TableName: tableName() };
  const onHead = head
    ? {
        ConditionExpression: "last_sha256 = :seen",
        ExpressionAttributeValues: { ":seen": head.last_sha256 },
      }
    : { ConditionExpression: "attribute_not_exists(pk)" };
  await dynamo.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            ...table,
            Item: { ...lockKey(account, lock.period_key), ...lock },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
        {
          Put: {
            ...table,
            Item: { ...lockChainKey(account), ...headAfter(head, lock) },
            ...onHead,
          },
        },
      ],
    }),
  );
}
