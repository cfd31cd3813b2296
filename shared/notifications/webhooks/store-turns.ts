import { GetCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, ifConditionHolds, tableName } from "../../platform/dynamodb/client.ts";
import {
  type DeliveryName,
  WEBHOOK_TURN_ITEM,
  webhookTurnKey,
} from "../../platform/table/webhooks.ts";
import { logExpiry, pausedUntil } from "./delivery.ts";

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
