import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { fingerprintOf } from "../../core/hash.ts";
import type { LedgerId, PeriodKey } from "../../core/ids.ts";
import { changesIn } from "../../ledger/sums/store-sums.ts";
import { returnPartition } from "../../ledger/sums/sum.ts";
import { outboxPut } from "../../notifications/webhooks/store-deliveries.ts";
import { dynamo, queryAll, tableName } from "../../platform/dynamodb/client.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { versionOf } from "../../platform/table/item.ts";
import {
  LOCK_CHAIN_ITEM,
  LOCK_MARKER_ITEM,
  type LockName,
  lockChainKey,
  lockKey,
  lockMarkKey,
  locksOf,
  markOf,
  marksOf,
  PREPARATION_ITEM,
  preparationKey,
  preparationsOf,
} from "../../platform/table/periods.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { lockAlongOpenings, type OpeningState } from "../openings/store-openings.ts";
import { UsedRate } from "../schema.ts";
import {
  type Filing,
  LockedPeriod,
  LockMarker,
  lockMarkOf,
  OpeningMarker,
  type PeriodMarkers,
} from "./locked-period.ts";
import { Preparation, UNPREPARED } from "./preparation.ts";
import { type ChainHead, headAfter } from "./snapshot.ts";
import { filedEvent, lockedEvent } from "./view.ts";

export const HeadItem = z.object({
  count: z.int().positive(),
  last: z.object({
    scheme_type: LockedPeriod.shape.scheme_type,
    period_key: LockedPeriod.shape.period_key,
    registration_id: LockedPeriod.shape.registration_id,
    sha256: LockedPeriod.shape.sha256,
  }),
});

/** Reads the end of the account's chain of snapshots, strongly consistent; undefined before the first lock. */
export async function loadChainHead(ledger: LedgerId): Promise<ChainHead | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: lockChainKey(ledger), ConsistentRead: true }),
  );
  return Item && HeadItem.parse(Item);
}

/** Returns the SHA-256 of a snapshot, without the records of its filing, which are added later. */
export function snapshotSha256(snapshot: Readonly<Record<string, unknown>>): string {
  const { pk, sk, sha256, filed, filing_corrections, ...sealed } = snapshot;
  return fingerprintOf(sealed);
}

/**
 * Stores a snapshot after `head`, completely or not at all.
 * @throws TransactionCanceledException if the chain has another head, the period is locked, or an opening
 * of the scheme was written since `openings` was read.
 */
export async function insertLock(
  ledger: LedgerId,
  lock: LockedPeriod,
  head: ChainHead | undefined,
  openings: OpeningState,
): Promise<void> {
  const snapshot = {
    TableName: tableName(),
    Item: { ...lockKey(ledger, lock), ...lock },
    ConditionExpression: "attribute_not_exists(pk)",
  };
  const chain = {
    TableName: tableName(),
    Item: { ...lockChainKey(ledger), ...versionOf(LOCK_CHAIN_ITEM), ...headAfter(head, lock) },
    ...onTopOf(head),
  };
  const partition = returnPartition(schemeNamed(lock.scheme_type), lock.period_key);
  const marker = {
    TableName: tableName(),
    Item: {
      ...lockMarkKey(ledger, partition, lock.registration_id),
      ...versionOf(LOCK_MARKER_ITEM),
      ...lockMarkOf(lock),
    },
  };
  const openingLock = lockAlongOpenings(ledger, lock.scheme_type, openings);
  const outboxWrite = outboxPut(ledger, lockedEvent(lock), new Date(lock.locked_at));
  const actions = [{ Put: snapshot }, { Put: chain }, { Put: marker }, openingLock, outboxWrite];
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

/** Reads the snapshots of a period: two if two registrations follow each other in it. */
export async function loadLocksOf(
  ledger: LedgerId,
  scheme: string,
  period: PeriodKey,
): Promise<LockedPeriod[]> {
  const query = { ...locksOf(ledger, scheme, period), ConsistentRead: true };
  return z.array(LockedPeriod).parse(await queryAll(query));
}

/** Counts the locked returns of the account, over all schemes. */
export const countLocks = async (ledger: LedgerId): Promise<number> =>
  (await queryAll({ ...locksOf(ledger), ConsistentRead: true })).length;

/** True if a return of the registration is locked; reads no snapshot. */
export async function isRegistrationLocked(
  ledger: LedgerId,
  registration_id: number,
): Promise<boolean> {
  const items = await queryAll({
    ...locksOf(ledger),
    ProjectionExpression: "registration_id",
    ConsistentRead: true,
  });
  return items.some((item) => item["registration_id"] === registration_id);
}

/** The end of a page of locked periods. */
type LockPlace = readonly [period_key: PeriodKey, registration_id: number];

/** Reads at most `limit` locked periods of a scheme before the position `before`, most recent first. */
export async function loadLocks(
  ledger: LedgerId,
  scheme: string,
  limit: number,
  before?: LockPlace,
): Promise<LockedPeriod[]> {
  const items: Record<string, unknown>[] = [];
  let after = before && startKey(ledger, scheme, before);
  do {
    const page = await dynamo.send(
      new QueryCommand({
        TableName: tableName(),
        ...locksOf(ledger, scheme),
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit - items.length,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    );
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after && items.length < limit);
  return z.array(LockedPeriod).parse(items);
}

const startKey = (
  ledger: LedgerId,
  scheme_type: string,
  [period_key, registration_id]: LockPlace,
): Record<string, unknown> => lockKey(ledger, { scheme_type, period_key, registration_id });

const LockState = LockedPeriod.pick({
  period_key: true,
  registration_id: true,
  filed: true,
  submitted_on: true,
  return_currency: true,
  totals: true,
  warnings: true,
  open_questions: true,
  content_sha256: true,
  locked_by: true,
  prepared_by: true,
});

/** Reads the status of all locked returns of a scheme in one query, strongly consistent. */
export async function loadLockStates(ledger: LedgerId, scheme: string) {
  const items = await queryAll({
    ...locksOf(ledger, scheme),
    ProjectionExpression: Object.keys(LockState.shape).join(", "),
    ConsistentRead: true,
  });
  return z.array(LockState).parse(items);
}

const RecordedRates = z.object({ registration_id: z.int(), exchange_rates: z.array(UsedRate) });

/**
 * Reads the exchange rates recorded by the locked returns of a period; none if it is not locked. Of two returns, the
 * one locked under the later registration decides.
 */
export async function loadRecordedRates(
  ledger: LedgerId,
  scheme: string,
  period: PeriodKey,
): Promise<UsedRate[]> {
  const items = await queryAll({
    ...locksOf(ledger, scheme, period),
    ProjectionExpression: "registration_id, exchange_rates",
    ConsistentRead: true,
  });
  // The table sorts ids as text, in which 10 comes before 9.
  return items
    .map((item) => RecordedRates.parse(item))
    .sort((a, b) => a.registration_id - b.registration_id)
    .flatMap(({ exchange_rates }) => exchange_rates);
}

/**
 * Adds the record of a filing to a locked period, unless it has one, and stores the outbox event.
 * @returns the current period, with the record that came first.
 * @throws TransactionCanceledException if other writers change the same items.
 */
export async function saveFiling(
  ledger: LedgerId,
  name: Pick<LockedPeriod, keyof LockName>,
  filed: Filing,
  now: Date,
): Promise<LockedPeriod> {
  const Update = {
    TableName: tableName(),
    Key: lockKey(ledger, name),
    UpdateExpression: "SET filed = :filed",
    ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(filed)",
    ExpressionAttributeValues: { ":filed": filed },
  };
  const outboxWrite = outboxPut(ledger, filedEvent(name, filed), now);
  const writing = dynamo.send(
    new TransactWriteCommand({ TransactItems: [{ Update }, outboxWrite] }),
  );
  const failure = await writing.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure && !(failure instanceof TransactionCanceledException)) throw failure;
  const { scheme_type, period_key, registration_id } = name;
  const locks = await loadLocksOf(ledger, scheme_type, period_key);
  const lock = locks.find((lock) => lock.registration_id === registration_id);
  // Another request was faster, or this request arrived twice: the existing record counts.
  if (failure && !lock?.filed) throw failure;
  return LockedPeriod.parse(lock);
}

/**
 * Appends the last correction of a filing to its locked period.
 * @throws ConditionalCheckFailedException if another correction was recorded since the period was read.
 */
export async function saveFilingCorrection(
  ledger: LedgerId,
  { filing_corrections = [], ...name }: LockedPeriod,
): Promise<void> {
  const earlier = filing_corrections.slice(0, -1);
  const isFirst = earlier.length === 0;
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: lockKey(ledger, name),
      UpdateExpression: "SET filing_corrections = :all",
      ConditionExpression: isFirst
        ? "attribute_exists(filed) AND attribute_not_exists(filing_corrections)"
        : "filing_corrections = :earlier",
      ExpressionAttributeValues: {
        ":all": filing_corrections,
        ...(isFirst ? {} : { ":earlier": earlier }),
      },
    }),
  );
}

/** Reads the markers of all partitions that begin with `partitions`, strongly consistent. */
export async function loadMarkers(ledger: LedgerId, partitions: string): Promise<PeriodMarkers> {
  const items = await queryAll({ ...marksOf(ledger, partitions), ConsistentRead: true });
  const placed = items.map((item) => ({ item, ...markOf(String(item["sk"])) }));
  return new Map(
    [...Map.groupBy(placed, ({ partition }) => partition)].map(([partition, own]) => {
      const of = (kind: string) =>
        own.filter((stored) => stored.kind === kind).map(({ item }) => item);
      return [
        partition,
        {
          changes: changesIn(own.map(({ item }) => item)),
          locks: of("lock").map((item) => LockMarker.parse(item)),
          openings: of("opening")
            .map((item) => OpeningMarker.parse(item))
            .filter(({ withdrawn }) => !withdrawn),
        },
      ];
    }),
  );
}

const itemOf = (name: LockName): VersionedItem<Preparation> => ({
  key: (ledger) => preparationKey(ledger, name),
  schema: Preparation,
  empty: UNPREPARED,
  definition: PREPARATION_ITEM,
  name: "marks of the return",
});

/** Reads the marks of a return, strongly consistent. */
export const loadPreparation = (ledger: LedgerId, name: LockName): Promise<Preparation> =>
  loadVersioned(itemOf(name), ledger);

/** Reads the marks of all returns of an account in one query, strongly consistent. */
export async function loadPreparations(
  ledger: LedgerId,
): Promise<(name: LockName) => Preparation | undefined> {
  const items = await queryAll({ ...preparationsOf(ledger), ConsistentRead: true });
  const bySk = new Map(items.map((item) => [item["sk"], Preparation.parse(item)]));
  return (name) => bySk.get(preparationKey(ledger, name).sk);
}

/**
 * Replaces the marks of a return by the result of `decide`; see updateVersioned.
 * @throws DomainError `not_ready`
 */
export const updatePreparation = (
  ledger: LedgerId,
  name: LockName,
  decide: (present: Preparation) => Preparation,
): Promise<Preparation> => updateVersioned(itemOf(name), ledger, decide);
