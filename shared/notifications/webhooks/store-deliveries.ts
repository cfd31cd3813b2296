import { randomBytes } from "node:crypto";
import {
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { AccountId, LedgerId } from "../../core/ids.ts";
import { dynamo, ifConditionHolds, pages, tableName } from "../../platform/dynamodb/client.ts";
import { newestReadable } from "../../platform/dynamodb/readable-items.ts";
import { versionOf } from "../../platform/table/item.ts";
import { RATE_LIMIT_ITEM } from "../../platform/table/items.ts";
import { type Key, rateLimitKey } from "../../platform/table/keys.ts";
import {
  DELIVERY_ITEM,
  type DeliveryName,
  deliveriesOf,
  deliveryKey,
  dueIndexKey,
  dueItem,
  dueUntil,
  OUTBOX_ITEM,
  outboxKey,
  WEBHOOK_TURN_ITEM,
  webhookTurnKey,
} from "../../platform/table/webhooks.ts";
import { freeShare, logExpiry, pausedUntil, shareWindow, WebhookDelivery } from "./delivery.ts";
import { MESSAGE_TYPES, type WebhookEvent } from "./event-types.ts";
import { messageOfEvent, type WebhookMessage, type WebhookWork } from "./message.ts";

const nameOf = ({ webhook_id, id }: WebhookDelivery): DeliveryName => ({
  webhook_id,
  message_id: id,
});

function itemOf(ledger: LedgerId, delivery: WebhookDelivery) {
  const { next_attempt_at } = delivery;
  return {
    ...deliveryKey(ledger, nameOf(delivery)),
    ...versionOf(DELIVERY_ITEM),
    ...delivery,
    ...(next_attempt_at === undefined ? {} : dueIndexKey(next_attempt_at)),
  };
}

/** Stores a new delivery; an existing one stays unchanged. */
export async function insertDelivery(ledger: LedgerId, delivery: WebhookDelivery): Promise<void> {
  await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(ledger, delivery),
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    ),
  );
}

/** Reads a delivery, strongly consistent; undefined when there is none. */
export async function loadDelivery(
  ledger: LedgerId,
  name: DeliveryName,
): Promise<WebhookDelivery | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: deliveryKey(ledger, name),
      ConsistentRead: true,
    }),
  );
  return Item && WebhookDelivery.parse(Item);
}

/** Reads at most `limit` deliveries to a webhook, of messages before `before`, the newest first. */
export async function listDeliveries(
  ledger: LedgerId,
  webhook_id: string,
  limit: number,
  before?: string,
): Promise<WebhookDelivery[]> {
  const after = before && deliveryKey(ledger, { webhook_id, message_id: before });
  return newestReadable(
    deliveriesOf(ledger, webhook_id),
    { limit, after: after || undefined },
    (item) => WebhookDelivery.parse(item),
  );
}

/**
 * Claims a due delivery until `until`. No other worker can claim it before; afterwards it is due again unless its
 * result was saved. Returns undefined when the delivery is not due, or another worker was faster.
 */
export async function claimDelivery(
  ledger: LedgerId,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<WebhookDelivery | undefined> {
  const claimed = await ifConditionHolds(
    dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: deliveryKey(ledger, name),
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
    ),
  );
  return claimed && WebhookDelivery.parse(claimed.Attributes);
}

/** Replaces a delivery on condition that it is unchanged since `seen`; returns false when it has changed. */
export const saveDelivery = async (
  ledger: LedgerId,
  seen: WebhookDelivery,
  delivery: WebhookDelivery,
): Promise<boolean> =>
  (await ifConditionHolds(
    dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: itemOf(ledger, delivery),
        ConditionExpression:
          seen.next_attempt_at === undefined
            ? "attribute_exists(pk) AND attribute_not_exists(next_attempt_at)"
            : "next_attempt_at = :seen",
        ...(seen.next_attempt_at === undefined
          ? {}
          : { ExpressionAttributeValues: { ":seen": seen.next_attempt_at } }),
      }),
    ),
  )) !== undefined;

export const OutboxItem = z.object({
  id: z.string(),
  type: z.enum(MESSAGE_TYPES),
  timestamp: z.iso.datetime(),
  body: z.string(),
});

/** Reads an outbox message that is not closed yet. */
export async function loadOutboxMessage(
  ledger: LedgerId,
  id: string,
): Promise<WebhookMessage | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: outboxKey(ledger, id), ConsistentRead: true }),
  );
  const { gsi1pk, ...message } = Item ?? {};
  return gsi1pk === undefined ? undefined : OutboxItem.parse(message);
}

/** Closes an outbox message, whose deliveries now exist, so that it is no longer due. */
export async function closeOutboxMessage(ledger: LedgerId, id: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: outboxKey(ledger, id),
      UpdateExpression: "REMOVE gsi1pk, gsi1sk",
    }),
  );
}

const DUE_AT_ONCE = 500;

/** Reads the work of all accounts that is due by `now`, the longest overdue first, page by page. */
export async function* dueWebhookWork(now: Date): AsyncGenerator<WebhookWork[]> {
  for await (const items of pages({ ...dueUntil(now.toISOString()), Limit: DUE_AT_ONCE })) {
    if (items.length > 0) yield items.map((item) => dueItem(item as Key));
  }
}

export const newMessage = (
  ledger: LedgerId,
  event: WebhookEvent,
  now: Date,
  random = randomBytes(8).toString("hex"),
): WebhookMessage => messageOfEvent(ledger, event, now, random);

/**
 * Builds the outbox item of an event. It is written in one transaction with its cause, so that the event is delivered
 * even after a crash.
 */
export function outboxItem(ledger: LedgerId, event: WebhookEvent, now: Date, random?: string) {
  const message = newMessage(ledger, event, now, random);
  const item = { ...message, ...dueIndexKey(message.timestamp), expires_at: logExpiry(now) };
  return { key: outboxKey(ledger, message.id), definition: OUTBOX_ITEM, item } as const;
}

/** Builds the outbox item of an event as an action of a transaction. */
export function outboxPut(ledger: LedgerId, event: WebhookEvent, now: Date) {
  const { key, definition, item } = outboxItem(ledger, event, now);
  return { Put: { TableName: tableName(), Item: { ...key, ...versionOf(definition), ...item } } };
}

/**
 * Stores a message whose cause is no item of the account. `random` makes its id, so that it is one message however often
 * it is stored.
 */
export async function putOutboxMessage(
  ledger: LedgerId,
  event: WebhookEvent,
  at: Date,
  random: string,
): Promise<void> {
  const { definition, item } = outboxItem(ledger, event, at, random);
  const Item = { ...outboxKey(ledger, item.id), ...versionOf(definition), ...item };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}

/**
 * Counts messages that an account sends in this minute: of events, tests and replays together. The ledgers of an account
 * count together.
 * @returns how many of `wanted` messages the account may still send in this minute
 */
export async function takeShare(account: AccountId, wanted: number, now: Date): Promise<number> {
  const window = shareWindow(now);
  const { Attributes } = await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: rateLimitKey("WEBHOOKS", account, window),
      UpdateExpression: "ADD calls :wanted SET expires_at = :end, schema_version = :version",
      ExpressionAttributeValues: {
        ":wanted": wanted,
        ":end": window.ends_at,
        ":version": RATE_LIMIT_ITEM.version,
      },
      ReturnValues: "ALL_NEW",
    }),
  );
  return freeShare(z.object({ calls: z.int() }).parse(Attributes).calls, wanted);
}

export const Turn = z.object({
  /** The instant until which a worker may be sending a message to the webhook. */
  busy_until: z.string().optional(),
  /** The instant until which nothing is sent, because the receiver has not answered in time. */
  paused_until: z.string().optional(),
  /** Number of attempts in a row without an answer in time. */
  timeouts: z.int().default(0),
  /** Messages that became due while another one was on its way. */
  waiting: z.set(z.string()).optional(),
});
type Turn = Readonly<z.output<typeof Turn>>;

/** A turn of a webhook, which only its holder may end. */
type TakenTurn = { readonly busy_until: string; readonly timeouts: number };

/** `busy`: another message is on its way. `paused_until`: the receiver does not answer. */
type TurnAnswer =
  | { readonly taken: TakenTurn }
  | { readonly paused_until: string }
  | { readonly busy: true };

/** Maximum number of messages that wait for a turn by name; further ones are due again in a minute. */
const MOST_WAITING = 100;

/** Maximum number of attempts to take a turn while other messages take and end it. */
const MOST_CLAIMS = 10;

/**
 * Takes the turn of a webhook for a message: at most one message is on its way to a webhook, so that a receiver that
 * hangs occupies one worker. A message that finds another one on its way is named to its worker.
 * @param until the end of the claim, in case that the worker dies
 */
export async function takeTurn(
  ledger: LedgerId,
  name: DeliveryName,
  now: Date,
  until: string,
): Promise<TurnAnswer> {
  for (let attempt = 0; attempt < MOST_CLAIMS; attempt += 1) {
    const taken = await claimTurn(ledger, name, now, until);
    if (taken) return { taken };
    const seen = await loadTurn(ledger, name.webhook_id);
    if (seen && isLater(seen.paused_until, now)) return { paused_until: seen.paused_until };
    if ((seen?.waiting?.size ?? 0) >= MOST_WAITING) return { busy: true };
    const isNamed = (await waitForTurn(ledger, name, now)) !== undefined;
    if (isNamed) return { busy: true };
    // The other message has ended before this one was named.
  }
  return { busy: true };
}

const isLater = (instant: string | undefined, now: Date): instant is string =>
  instant !== undefined && instant > now.toISOString();

async function claimTurn(
  ledger: LedgerId,
  { webhook_id, message_id }: DeliveryName,
  now: Date,
  until: string,
): Promise<TakenTurn | undefined> {
  const turn = await changeTurn(ledger, webhook_id, {
    UpdateExpression:
      "SET busy_until = :until, expires_at = :end, schema_version = :version DELETE waiting :self",
    ConditionExpression:
      "(attribute_not_exists(busy_until) OR busy_until <= :now) AND (attribute_not_exists(paused_until) OR paused_until <= :now)",
    ExpressionAttributeValues: {
      ":until": until,
      ":end": logExpiry(now),
      ":version": WEBHOOK_TURN_ITEM.version,
      ":self": new Set([message_id]),
      ":now": now.toISOString(),
    },
  });
  return turn && { busy_until: until, timeouts: turn.timeouts };
}

/** Names a message to the worker that sends another one; undefined if that worker has ended, or died. */
const waitForTurn = (
  ledger: LedgerId,
  { webhook_id, message_id }: DeliveryName,
  now: Date,
): Promise<Turn | undefined> =>
  changeTurn(ledger, webhook_id, {
    UpdateExpression: "ADD waiting :self",
    ConditionExpression: "busy_until > :now",
    ExpressionAttributeValues: { ":self": new Set([message_id]), ":now": now.toISOString() },
  });

/**
 * Ends a turn. After several attempts in a row without an answer in time, the webhook is paused.
 * @param timed_out undefined if nothing was sent
 * @returns the message that waits longest; undefined if none does, or the webhook is paused
 */
export async function endTurn(
  ledger: LedgerId,
  webhook_id: string,
  { busy_until, timeouts }: TakenTurn,
  { now, timed_out }: { readonly now: Date; readonly timed_out?: boolean },
): Promise<string | undefined> {
  const count = timed_out === undefined ? timeouts : timed_out ? timeouts + 1 : 0;
  const paused = timed_out ? pausedUntil(count, now) : undefined;
  const turn = await changeTurn(ledger, webhook_id, {
    UpdateExpression: paused
      ? "SET timeouts = :timeouts, paused_until = :paused REMOVE busy_until, waiting"
      : "SET timeouts = :timeouts REMOVE busy_until, paused_until",
    ConditionExpression: "busy_until = :until",
    ExpressionAttributeValues: {
      ":timeouts": count,
      ":until": busy_until,
      ...(paused ? { ":paused": paused } : {}),
    },
  });
  return [...(turn?.waiting ?? [])].sort()[0];
}

/** Ends the pause of a webhook, whose receiver may be another one now. */
export async function endPause(ledger: LedgerId, webhook_id: string): Promise<void> {
  await changeTurn(ledger, webhook_id, {
    UpdateExpression: "REMOVE paused_until, timeouts",
    ConditionExpression: "attribute_exists(paused_until)",
  });
}

async function loadTurn(ledger: LedgerId, webhook_id: string): Promise<Turn | undefined> {
  const Key = webhookTurnKey(ledger, webhook_id);
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }),
  );
  return Item && Turn.parse(Item);
}

/** Changes the turn of a webhook; undefined if the condition failed. */
async function changeTurn(
  ledger: LedgerId,
  webhook_id: string,
  change: Omit<UpdateCommandInput, "TableName" | "Key">,
): Promise<Turn | undefined> {
  const Key = webhookTurnKey(ledger, webhook_id);
  const command = { TableName: tableName(), Key, ReturnValues: "ALL_NEW" as const, ...change };
  const changed = await ifConditionHolds(dynamo.send(new UpdateCommand(command)));
  return changed && Turn.parse(changed.Attributes);
}
