import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { LedgerId } from "../../core/ids.ts";
import { importBucketName, lookAtObject } from "../../imports/jobs/store-objects.ts";
import type { NoticeOf } from "../../notifications/notification.ts";
import { failingEvent } from "../../notifications/webhooks/message.ts";
import { outboxItem } from "../../notifications/webhooks/store-deliveries.ts";
import { batchGet, dynamo, pages, tableName } from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import { type Appended, updateVersioned } from "../../platform/dynamodb/versioned-item.ts";
import { s3 } from "../../platform/s3/client.ts";
import {
  INBOUND_DELIVERY_ITEM,
  type InboundDeliveryName,
  inboundDeliveriesOf,
  inboundDeliveryKey,
  inboundListKey,
} from "../../platform/table/connections.ts";
import { NOTICE_ITEM } from "../../platform/table/items.ts";
import { noticeKey } from "../../platform/table/keys.ts";
import { type Connections, newlyFailing } from "./connection.ts";
import { DELIVERY_DAYS, InboundDelivery } from "./delivery.ts";
import { CONNECTIONS_VALUE } from "./store-connections.ts";

/** The body of a message, beside the work files of imports: it is deleted with them. */
const messageObject = (ledger: LedgerId, { connection_id, hash }: InboundDeliveryName): string =>
  `work/${ledger}/${connection_id}/${hash}`;

/** Stores the body of a message; the same message again replaces itself. */
export async function storeMessage(
  ledger: LedgerId,
  name: InboundDeliveryName,
  body: Uint8Array,
): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: importBucketName(),
      Key: messageObject(ledger, name),
      Body: body,
    }),
  );
}

export async function readMessage(
  ledger: LedgerId,
  name: InboundDeliveryName,
): Promise<Uint8Array> {
  const { Body } = await s3.send(
    new GetObjectCommand({ Bucket: importBucketName(), Key: messageObject(ledger, name) }),
  );
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/** True if the body of a message is still stored. */
export const hasMessage = async (ledger: LedgerId, name: InboundDeliveryName): Promise<boolean> =>
  (await lookAtObject(messageObject(ledger, name))) !== undefined;

const DAY_S = 86_400;

const expiryOf = (now: Date): number => Math.ceil(now.getTime() / 1000) + DELIVERY_DAYS * DAY_S;

/**
 * Stores a message that has arrived; the same message again only counts.
 * @returns the stored delivery
 */
export async function noteDelivery(
  ledger: LedgerId,
  delivery: Omit<InboundDelivery, "times" | "findings">,
  now: Date,
): Promise<InboundDelivery> {
  const { gsi1pk, gsi1sk } = inboundListKey(ledger, delivery);
  const first = {
    ...delivery,
    findings: [],
    gsi1pk,
    gsi1sk,
    schema_version: INBOUND_DELIVERY_ITEM.version,
  };
  const fields = Object.entries(first).filter(([, value]) => value !== undefined);
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: inboundDeliveryKey(ledger, delivery),
      UpdateExpression: `SET ${[
        ...fields.map((_, n) => `#f${n} = if_not_exists(#f${n}, :f${n})`),
        "#times = if_not_exists(#times, :none) + :one",
        "expires_at = if_not_exists(expires_at, :end)",
      ].join(", ")}`,
      ExpressionAttributeNames: {
        "#times": "times",
        ...Object.fromEntries(fields.map(([name], n) => [`#f${n}`, name])),
      },
      ExpressionAttributeValues: {
        ":none": 0,
        ":one": 1,
        ":end": expiryOf(now),
        ...Object.fromEntries(fields.map(([, value], n) => [`:f${n}`, value])),
      },
      ReturnValues: "ALL_NEW",
    }),
  );
  return InboundDelivery.parse(Attributes);
}

/** Reads a delivery, strongly consistent. */
export async function loadInbound(
  ledger: LedgerId,
  name: InboundDeliveryName,
): Promise<InboundDelivery | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: inboundDeliveryKey(ledger, name),
      ConsistentRead: true,
    }),
  );
  return Item && InboundDelivery.parse(Item);
}

/** Stores what became of a delivery. */
export async function endDelivery(
  ledger: LedgerId,
  name: InboundDeliveryName,
  end: Required<Pick<InboundDelivery, "done_at" | "outcome" | "findings">> &
    Pick<InboundDelivery, "order_id">,
): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: inboundDeliveryKey(ledger, name),
        UpdateExpression: `SET done_at = :at, outcome = :outcome, findings = :findings${end.order_id === undefined ? "" : ", order_id = :order"}`,
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: {
          ":at": end.done_at,
          ":outcome": end.outcome,
          ":findings": end.findings,
          ...(end.order_id === undefined ? {} : { ":order": end.order_id }),
        },
      }),
    );
  } catch (error) {
    // It has expired meanwhile.
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Reads at most `limit` deliveries of a connection after `before`, the newest first. */
export async function listInbound(
  ledger: LedgerId,
  connection_id: string,
  limit: number,
  before?: string,
): Promise<InboundDelivery[]> {
  const [received_at = "", hash = ""] = before?.split("#") ?? [];
  const after = before && {
    ...inboundListKey(ledger, { connection_id, hash, received_at }),
    ...inboundDeliveryKey(ledger, { connection_id, hash }),
  };
  const query = { ...inboundDeliveriesOf(ledger, connection_id), Limit: limit };
  const found: InboundDelivery[] = [];
  for await (const items of pages(query, after || undefined)) {
    // The index has the keys only.
    const hashes = items.map((item) => String(item["gsi1sk"]).split("#")[1] ?? "");
    const keys = hashes.map((hash) => inboundDeliveryKey(ledger, { connection_id, hash }));
    found.push(...parseReadable(await batchGet(keys), (item) => InboundDelivery.parse(item)));
    if (found.length >= limit) break;
  }
  // Deliveries of one instant keep the order of the index: the last of a page is where the next one begins.
  const place = (of: InboundDelivery) => `${of.received_at}#${of.hash}`;
  return found.sort((a, b) => (place(a) < place(b) ? 1 : -1)).slice(0, limit);
}

/** Replaces the account's connections, and notifies the account of those that begin to fail, in one transaction. */
export const updateFaults = (
  ledger: LedgerId,
  decide: (seen: Connections) => Connections,
): Promise<Connections> => updateVersioned(CONNECTIONS_VALUE, ledger, decide, connectionEvents);

/** Builds the notice and the webhook event of a connection that begins to fail, for the transaction of its fault. */
const connectionEvents: Appended<Connections> = (ledger, before, after) =>
  newlyFailing(before, after).flatMap(({ connection, code, since }) => {
    const notice: NoticeOf<"connection.failing"> = {
      id: `${connection.id}-${code}-${since.replaceAll(/[-:.]/g, "")}`,
      kind: "connection.failing",
      created_at: since,
      connection_id: connection.id,
      source_id: connection.source_id,
      code,
    };
    const stored = {
      key: noticeKey(ledger, notice.id),
      definition: NOTICE_ITEM,
      item: notice,
    };
    return [stored, outboxItem(ledger, failingEvent(notice), new Date(since))];
  });
