import { randomBytes } from "node:crypto";
import { DomainError, invalidRequest, notFound } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import type { WebhookChange, WebhookRequest } from "./schema.ts";
import { endPause } from "./store-turns.ts";
import {
  forgetWebhookSecrets,
  loadWebhooks,
  newWebhookSecret,
  putWebhookSecret,
  updateWebhooks,
} from "./store-webhooks.ts";
import {
  disabled,
  enabled,
  FETCHED_HOURS,
  FORMER_SECRET_HOURS,
  hasEnded,
  isEnabled,
  isFetched,
  MOST_WEBHOOKS,
  type Webhook,
  type Webhooks,
  withoutWebhook,
  withWebhook,
} from "./webhook.ts";

type ManagingCaller = { readonly ledger: LedgerId; readonly author: AuthorId; readonly now: Date };

/** A webhook with its secret, the only time that the secret is returned. */
type WithSecret = { readonly webhook: Webhook; readonly secret: string };

/**
 * Returns the webhook with an id.
 * @throws DomainError `not_found`
 */
function webhookIn({ webhooks }: Webhooks, id: string): Webhook {
  const found = webhooks.find((webhook) => webhook.id === id);
  if (!found) throw notFound("webhook");
  return found;
}

/**
 * Loads a webhook.
 * @throws DomainError `not_found`
 */
export const existingWebhook = async (ledger: LedgerId, id: string): Promise<Webhook> =>
  webhookIn(await loadWebhooks(ledger), id);

/**
 * Loads an enabled webhook.
 * @throws DomainError `not_found`, `webhook_disabled`
 */
export async function workingWebhook(ledger: LedgerId, id: string): Promise<Webhook> {
  const webhook = await existingWebhook(ledger, id);
  if (isEnabled(webhook)) return webhook;
  throw new DomainError("webhook_disabled", "the webhook is disabled: enable it first");
}

/**
 * Creates a webhook and its secret.
 * @throws DomainError `webhook_limit_reached`, `not_ready`
 */
export async function createWebhook(
  { ledger, author, now }: ManagingCaller,
  { url, events, description }: Omit<WebhookRequest, "delivery">,
): Promise<WithSecret> {
  const at = now.toISOString();
  await removeEnded(ledger, at);
  rejectTooManyWebhooks(await loadWebhooks(ledger));
  const webhook: Webhook = {
    id: `wh_${randomBytes(8).toString("hex")}`,
    url,
    ends_at: url === undefined ? endOfFetching(now) : undefined,
    events,
    description,
    created_at: at,
    created_by: author,
    updated_at: at,
    updated_by: author,
  };
  const secret = newWebhookSecret();
  // Stores the secret first, because a webhook without a secret cannot sign messages.
  await putWebhookSecret(ledger, webhook.id, secret);
  await updateWebhooks(ledger, (seen) => {
    rejectTooManyWebhooks(seen);
    return { ...seen, webhooks: [...seen.webhooks, webhook] };
  });
  return { webhook, secret };
}

const endOfFetching = (now: Date): string =>
  new Date(now.getTime() + FETCHED_HOURS * 3_600_000).toISOString();

/** Removes webhooks whose messages were fetched and that have ended, with their secrets. */
async function removeEnded(ledger: LedgerId, at: string): Promise<void> {
  const { webhooks } = await loadWebhooks(ledger);
  for (const { id } of webhooks.filter((webhook) => hasEnded(webhook, at))) {
    await removeWebhook(ledger, id);
  }
}

function rejectTooManyWebhooks({ webhooks }: Webhooks): void {
  if (webhooks.length < MOST_WEBHOOKS) return;
  throw new DomainError(
    "webhook_limit_reached",
    `an account has at most ${MOST_WEBHOOKS} webhooks`,
  );
}

/**
 * Changes a webhook, and ends its pause: the receiver may be another one, or answer again.
 * @throws DomainError `not_found`, `invalid_request`, `not_ready`
 */
export async function changeWebhook(
  { ledger, author, now }: ManagingCaller,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const after = await updateWebhooks(ledger, (seen) => {
    rejectAddress(webhookIn(seen, id), change);
    return withWebhook(seen, id, (webhook) => ({
      ...changed(webhook, change, now),
      updated_at: now.toISOString(),
      updated_by: author,
    }));
  });
  await endPause(ledger, id);
  return webhookIn(after, id);
}

/**
 * Rejects an address for a webhook whose messages are fetched: it has an end, and its messages are kept for a day.
 * @throws DomainError `invalid_request`
 */
function rejectAddress(webhook: Webhook, { url }: WebhookChange): void {
  if (!isFetched(webhook) || url === undefined) return;
  const message = "the messages of this webhook are fetched: add another one with the address";
  throw invalidRequest([{ field: "url", message }]);
}

function changed(
  webhook: Webhook,
  { url, events, description, enabled: wanted }: WebhookChange,
  now: Date,
): Webhook {
  const of = {
    ...webhook,
    url: url ?? webhook.url,
    events: events ?? webhook.events,
    description: description === undefined ? webhook.description : (description ?? undefined),
  };
  if (wanted === undefined) return of;
  return wanted ? enabled(of) : disabled(of, "asked", now);
}

/**
 * Removes a webhook and its secrets.
 * @returns the removed webhook
 * @throws DomainError `not_found`, `not_ready`
 */
export async function deleteWebhook(ledger: LedgerId, id: string): Promise<Webhook> {
  const webhook = await existingWebhook(ledger, id);
  await removeWebhook(ledger, id);
  return webhook;
}

async function removeWebhook(ledger: LedgerId, id: string): Promise<void> {
  await updateWebhooks(ledger, (seen) => withoutWebhook(seen, id));
  await forgetWebhookSecrets(ledger, id);
}

/**
 * Replaces the secret of a webhook; the former secret also signs for some hours.
 * @throws DomainError `not_found`, `not_ready`
 */
export async function rotateWebhookSecret(
  { ledger, author, now }: ManagingCaller,
  id: string,
): Promise<WithSecret> {
  await existingWebhook(ledger, id);
  const secret = newWebhookSecret();
  const until = new Date(now.getTime() + FORMER_SECRET_HOURS * 3_600_000).toISOString();
  await putWebhookSecret(ledger, id, secret, until);
  const after = await updateWebhooks(ledger, (seen) =>
    withWebhook(seen, id, (webhook) => ({
      ...webhook,
      previous_secret_until: until,
      updated_at: now.toISOString(),
      updated_by: author,
    })),
  );
  return { webhook: webhookIn(after, id), secret };
}
