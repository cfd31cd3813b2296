import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { filedEvent } from "../../notifications/webhooks/events.ts";
import { outboxPut } from "../../notifications/webhooks/webhook-outbox.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { QueryCommand, TransactWriteCommand } from "../../platform/dynamodb/commands.ts";
import { queryAll } from "../../platform/dynamodb/read.ts";
import { type LockName, lockKey, locksOf } from "../../platform/table/period-keys.ts";
import { UsedRate } from "../schema.ts";
import { type Filing, LockedPeriod } from "./locked-period.ts";

/** The snapshots of a period: two where two registrations have followed one another in it. */
export async function loadLocksOf(
  account: string,
  scheme: string,
  period: string,
): Promise<LockedPeriod[]> {
  const query = { ...locksOf(account, scheme, period), ConsistentRead: true };
  return z.array(LockedPeriod).parse(await queryAll(query));
}

/** How many returns of the account are locked, in whatever scheme. */
export const countLocks = async (account: string): Promise<number> =>
  (await queryAll({ ...locksOf(account), ConsistentRead: true })).length;

/** Where a page of locked periods ended. */
type Place = readonly [period_key: string, registration_id: number];

/** At most `limit` locked periods of a scheme before the place `before`, the most recent one first. */
export async function loadLocks(
  account: string,
  scheme: string,
  limit: number,
  before?: Place,
): Promise<LockedPeriod[]> {
  const items: Record<string, unknown>[] = [];
  let after = before && startKey(account, scheme, before);
  do {
    const page = await dynamo.send(
      new QueryCommand({
        TableName: tableName(),
        ...locksOf(account, scheme),
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
  account: string,
  scheme_type: string,
  [period_key, registration_id]: Place,
): Record<string, unknown> => lockKey(account, { scheme_type, period_key, registration_id });

const RecordedRates = z.object({ registration_id: z.int(), exchange_rates: z.array(UsedRate) });

/**
 * The exchange rates that the locked returns of a period have on record; none while it is not locked.
 * Of two returns the one locked under the later registration decides.
 */
export async function loadRecordedRates(
  account: string,
  scheme: string,
  period: string,
): Promise<UsedRate[]> {
  const items = await queryAll({
    ...locksOf(account, scheme, period),
    ProjectionExpression: "registration_id, exchange_rates",
    ConsistentRead: true,
  });
  // The table has them in the order of their text, in which 10 comes before 9.
  return items
    .map((item) => RecordedRates.parse(item))
    .sort((a, b) => a.registration_id - b.registration_id)
    .flatMap(({ exchange_rates }) => exchange_rates);
}

/**
 * Adds the record of a filing to a locked period, unless it has one, and tells of it.
 * @returns the period as it stands, with whichever record came first.
 * @throws TransactionCanceledException when others write the same items.
 */
export async function saveFiling(
  account: string,
  name: Pick<LockedPeriod, keyof LockName>,
  filed: Filing,
  now: Date,
): Promise<LockedPeriod> {
  const Update = {
    TableName: tableName(),
    Key: lockKey(account, name),
    UpdateExpression: "SET filed = :filed",
    ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(filed)",
    ExpressionAttributeValues: { ":filed": filed },
  };
  const told = outboxPut(account, filedEvent(name, filed), now);
  const writing = dynamo.send(new TransactWriteCommand({ TransactItems: [{ Update }, told] }));
  const failure = await writing.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure && !(failure instanceof TransactionCanceledException)) throw failure;
  const { scheme_type, period_key, registration_id } = name;
  const locks = await loadLocksOf(account, scheme_type, period_key);
  const lock = locks.find((one) => one.registration_id === registration_id);
  // Another request was faster, or this very one arrived twice: the record that is there counts.
  if (failure && !lock?.filed) throw failure;
  return LockedPeriod.parse(lock);
}
