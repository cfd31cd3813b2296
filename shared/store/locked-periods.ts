import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type Filing, LockedPeriod } from "../locks/locked-period.ts";
import { UsedRate } from "../returns/schema.ts";
import { lockKey, locksOf } from "../table/keys.ts";
import { dynamo, tableName } from "./dynamo.ts";

/** The snapshot of a period, read strongly; undefined while it is not locked. */
export async function loadLock(
  account: string,
  scheme: string,
  period: string,
): Promise<LockedPeriod | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: lockKey(account, scheme, period),
      ConsistentRead: true,
    }),
  );
  return Item && LockedPeriod.parse(Item);
}

/** At most `limit` locked periods of a scheme before period `before`, the most recent one first. */
export async function loadLocks(
  account: string,
  scheme: string,
  limit: number,
  before?: string,
): Promise<LockedPeriod[]> {
  const items: Record<string, unknown>[] = [];
  let after: Record<string, unknown> | undefined = before
    ? lockKey(account, scheme, before)
    : undefined;
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

const RecordedRates = z.object({ exchange_rates: z.array(UsedRate) });

/** The exchange rates that the locked return of a period has on record; none while it is not locked. */
export async function loadRecordedRates(
  account: string,
  scheme: string,
  period: string,
): Promise<UsedRate[]> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: lockKey(account, scheme, period),
      ProjectionExpression: "exchange_rates",
      ConsistentRead: true,
    }),
  );
  return Item ? RecordedRates.parse(Item).exchange_rates : [];
}

/**
 * Adds the record of a filing to a locked period, unless it has one.
 * @returns the period as it stands, with whichever record came first.
 */
export async function saveFiling(
  account: string,
  scheme: string,
  period: string,
  filed: Filing,
): Promise<LockedPeriod> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: lockKey(account, scheme, period),
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
    return LockedPeriod.parse(await loadLock(account, scheme, period));
  }
}
