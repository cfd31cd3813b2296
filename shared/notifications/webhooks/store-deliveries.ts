import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { GetCommand, PutCommand, UpdateCommand } from "../../platform/dynamodb/commands.ts";
import { queryPage } from "../../platform/dynamodb/read.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";
import {
  type DeliveryName,
  deliveriesOf,
  deliveryKey,
  dueIndexKey,
} from "../../platform/table/webhook-keys.ts";
import { WebhookDelivery } from "./delivery.ts";

const nameOf = ({ webhook_id, id }: WebhookDelivery): DeliveryName => ({
  webhook_id,
  message_id: id,
});

function itemOf(account: string, delivery: WebhookDelivery) {
  const { next_attempt_at } = delivery;
  return {
    ...deliveryKey(account, nameOf(delivery)),
    ...versionOf("webhook_delivery"),
    ...delivery,
    ...(next_attempt_at === undefined ? {} : dueIndexKey(next_attempt_at)),
  };
}

/** Keeps a delivery that is not there yet; one that is there stays as it is. */
export async function insertDelivery(account: string, delivery: WebhookDelivery): Promise<void> {
  await orFalse(
    new PutCommand({
      TableName: tableName(),
      Item: itemOf(account, delivery),
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

/** The delivery, read strongly; undefined when there is none. */
export async function loadDelivery(
  account: string,
  name: DeliveryName,
): Promise<WebhookDelivery | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: deliveryKey(account, name),
      ConsistentRead: true,
    }),
  );
  return Item && WebhookDelivery.parse(Item);
}

/** At most `limit` deliveries to a webhook of messages before `before`, the newest first. */
export async function listDeliveries(
  account: string,
  webhook_id: string,
  limit: number,
  before?: string,
): Promise<WebhookDelivery[]> {
  const query = {
    ...deliveriesOf(account, webhook_id),
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: limit,
  };
  const after = before && deliveryKey(account, { webhook_id, message_id: before });
  const { items } = await queryPage(query, after || undefined);
  return items.map((item) => WebhookDelivery.parse(item));
}

/**
 * Takes a delivery that is due: until `until` nobody else does, and then it is due again unless what came of it was
 * saved. Undefined when it is not due, or another worker was faster.
 */
export async function claimDelivery(
  account: string,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<WebhookDelivery | undefined> {
  try {
    const { Attributes } = await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: deliveryKey(account, name),
        UpdateExpression: "SET next_attempt_at = :until, gsi1sk = :until",
        ConditionExpression: "#state = :pending AND next_attempt_at <= :now",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: {
          ":pending": "pending",
          ":now": now.toISOString(),
          ":until": until,
        },
        ReturnValues: "ALL_NEW",
      }),
    );
    return WebhookDelivery.parse(Attributes);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Keeps a delivery in the place of what was seen of it; false when it is another one by now. */
export const saveDelivery = (
  account: string,
  seen: WebhookDelivery,
  delivery: WebhookDelivery,
): Promise<boolean> =>
  orFalse(
    new PutCommand({
      TableName: tableName(),
      Item: itemOf(account, delivery),
      ConditionExpression:
        seen.next_attempt_at === undefined
          ? "attribute_exists(pk) AND attribute_not_exists(next_attempt_at)"
          : "next_attempt_at = :seen",
      ...(seen.next_attempt_at === undefined
        ? {}
        : { ExpressionAttributeValues: { ":seen": seen.next_attempt_at } }),
    }),
  );

/** False where the condition of a write did not hold. */
async function orFalse(command: InstanceType<typeof PutCommand>): Promise<boolean> {
  try {
    await dynamo.send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
