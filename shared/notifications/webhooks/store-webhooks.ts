import { randomBytes } from "node:crypto";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import {
  type Appended,
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { type SealContext, Sealed, seal, unsealOnce } from "../../platform/sealing.ts";
import { NOTICE_ITEM } from "../../platform/table/items.ts";
import { noticeKey } from "../../platform/table/keys.ts";
import {
  WEBHOOK_SECRET_ITEM,
  WEBHOOKS_ITEM,
  webhookSecretKey,
  webhooksKey,
} from "../../platform/table/webhooks.ts";
import type { NoticeOf } from "../notification.ts";
import { shortAddress } from "./http-client.ts";
import { NO_WEBHOOKS, newlyDisabled, Webhooks } from "./webhook.ts";

const ITEM: VersionedItem<Webhooks> = {
  key: webhooksKey,
  schema: Webhooks,
  empty: NO_WEBHOOKS,
  definition: WEBHOOKS_ITEM,
  name: "webhooks",
};

/** Reads all webhooks of the account, strongly consistent. */
export const loadWebhooks = (ledger: LedgerId): Promise<Webhooks> => loadVersioned(ITEM, ledger);

/** Replaces the account's webhooks by the result of `decide`; see updateVersioned. */
export const updateWebhooks = (
  ledger: LedgerId,
  decide: (seen: Webhooks) => Webhooks,
): Promise<Webhooks> => updateVersioned(ITEM, ledger, decide);

/** Replaces the account's webhooks after a delivery, with the notice of one that is disabled by it. */
export const updateDelivering: typeof updateWebhooks = (ledger, decide) =>
  updateVersioned(ITEM, ledger, decide, webhookEvents);

/** Builds the notice of a webhook that the service itself has disabled; it is written in the same transaction. */
const webhookEvents: Appended<Webhooks> = (ledger, before, after) => {
  const webhook = newlyDisabled(before, after);
  if (!webhook?.disabled_at || !webhook.url || webhook.disabled_reason === "asked")
    return undefined;
  const notice: NoticeOf<"webhook.disabled"> = {
    id: `${webhook.id}-${webhook.disabled_at.replaceAll(/[-:.]/g, "")}`,
    kind: "webhook.disabled",
    created_at: webhook.disabled_at,
    webhook_id: webhook.id,
    url: shortAddress(webhook.url),
    reason: webhook.disabled_reason ?? "failing",
  };
  return { key: noticeKey(ledger, notice.id), definition: NOTICE_ITEM, item: notice };
};

/**
 * Generates a secret in the form of Standard Webhooks: 24 to 64 random bytes in base64, with a prefix that secret
 * scanners recognise.
 */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** The context that a secret is bound to. Copied to another webhook, it cannot be opened. */
const contextOf = (ledger: LedgerId, webhook: string): SealContext => ({
  account: ledger,
  webhook,
  use: "signing",
});

/** A stored secret; in clear if a version before 3 of the item stored it, until it is replaced. */
const StoredSecret = z.union([Sealed, z.string()]);

export const SecretItem = z.object({
  current: StoredSecret,
  former: StoredSecret.optional(),
  former_until: z.iso.datetime().optional(),
});

/**
 * Seals and stores a new secret of a webhook; the former one also signs until `former_until`. Reads nothing, so that
 * functions with permission to write secrets cannot read them.
 */
export async function putWebhookSecret(
  ledger: LedgerId,
  webhookId: string,
  secret: string,
  former_until?: string,
): Promise<void> {
  const isFirst = former_until === undefined;
  const sealed = await seal(secret, contextOf(ledger, webhookId));
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: webhookSecretKey(ledger, webhookId),
      // DynamoDB evaluates the right-hand sides before it sets anything.
      UpdateExpression: isFirst
        ? "SET schema_version = :version, #current = :secret"
        : "SET schema_version = :version, former = #current, former_until = :until, #current = :secret",
      ConditionExpression: isFirst ? "attribute_not_exists(pk)" : "attribute_exists(#current)",
      ExpressionAttributeNames: { "#current": "current" },
      ExpressionAttributeValues: {
        ":version": WEBHOOK_SECRET_ITEM.version,
        ":secret": sealed,
        ...(isFirst ? {} : { ":until": former_until }),
      },
    }),
  );
}

/** Removes the secrets of a webhook and their data keys. The item itself stays, without secrets. */
export async function forgetWebhookSecrets(ledger: LedgerId, webhookId: string): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: webhookSecretKey(ledger, webhookId),
      UpdateExpression: "REMOVE #current, former, former_until",
      ExpressionAttributeNames: { "#current": "current" },
    }),
  );
}

/** Reads the valid secrets of a webhook, the newest first; none for a deleted webhook. */
export async function loadWebhookSecrets(
  ledger: LedgerId,
  webhookId: string,
  now: Date,
): Promise<string[]> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: webhookSecretKey(ledger, webhookId),
      ConsistentRead: true,
    }),
  );
  if (Item?.["current"] === undefined) return [];
  const { current, former, former_until = "" } = SecretItem.parse(Item);
  const valid = [current, former_until > now.toISOString() ? former : undefined];
  const context = contextOf(ledger, webhookId);
  return Promise.all(
    valid
      .filter((stored) => stored !== undefined)
      .map((stored) => (typeof stored === "string" ? stored : unsealOnce(stored, context))),
  );
}
