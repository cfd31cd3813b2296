import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { type Filing, LockedPeriod } from "../locks/locked-period.ts";
import { UsedRate } from "../returns/schema.ts";
import { type LockName, lockKey, locksOf } from "../table/lock-keys.ts";
import { QueryCommand, UpdateCommand } from "./commands.ts";
import { dynamo, tableName } from "./dynamo.ts";
import { queryAll } from "./query.ts";

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

const RecordedRates = z.object({ exchange_rates: z.array(UsedRate) });

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
    ProjectionExpression: "exchange_rates",
    ConsistentRead: true,
  });
  return items.flatMap((item) => RecordedRates.parse(item).exchange_rates);
}

/**
 * Adds the record of a filing to a locked period, unless it has one.
 * @returns the period as it stands, with whichever record came first.
 */
export async function saveFiling(
  account: string,
  name: LockName,
  filed: Filing,
): Promise<LockedPeriod> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: lockKey(account, name),
        UpdateExpression: "SET filed = :filed",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(filed)",
        ExpressionAttributeValues: { ":filed": filed },
        ReturnValues: "ALL_NEW",
      }),
    );
    return LockedPeriod.parse(Attributes);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // Another request was faster, or this very one arrived twice: the record that is there counts.
    const { scheme_type, period_key, registration_id } = name;
    const locks = await loadLocksOf(account, scheme_type, period_key);
    return LockedPeriod.parse(locks.find((lock) => lock.registration_id === registration_id));
  }
}
