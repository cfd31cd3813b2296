import { Webhook as Signer } from "standardwebhooks";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { DomainError, notFound } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { accountOf } from "../../core/ids.ts";
import { inTurn, queueWorker, tryEnqueue } from "../../platform/queues/queues.ts";
import type { DeliveryName } from "../../platform/table/webhooks.ts";
import { MAIL_QUEUE, makeMails } from "../mails/make-mails.ts";
import {
  afterAttempt,
  attemptOf,
  type DeliveryAttempt,
  failedAttempt,
  givenUp,
  MOST_OF_AN_ACCOUNT,
  newDelivery,
  replayed,
  shareWindow,
  type WebhookDelivery,
  webhookAfter,
} from "./delivery.ts";
import { loopbackAllowed, OUTSIDE, type Outside, postToReceiver } from "./http-client.ts";
import { workingWebhook } from "./manage.ts";
import { WEBHOOK_QUEUE, type WebhookWork } from "./message.ts";
import {
  claimDelivery,
  closeOutboxMessage,
  dueWebhookWork,
  insertDelivery,
  loadDelivery,
  loadOutboxMessage,
  newMessage,
  saveDelivery,
  takeShare,
} from "./store-deliveries.ts";
import { endTurn, takeTurn } from "./store-turns.ts";
import { loadWebhookSecrets, loadWebhooks, updateDelivering } from "./store-webhooks.ts";
import { isEnabled, isFetched, listensTo, type Webhook, withWebhook } from "./webhook.ts";

/** Maximum number of items of all accounts per run: the capacity of the workers until the next runs. */
const MOST_AT_ONCE = 3_000;

/**
 * Sends the work that is due by `now` to the workers, the longest overdue first, and of each account at most its share
 * of this minute, so that receivers that do not respond cannot occupy all workers. Leftover or repeated items are
 * harmless: work stays due until a worker has done it, and is done once.
 */
export async function dispatchWebhooks(now: Date): Promise<{ readonly sent: number }> {
  const ofAccount = new Map<string, number>();
  let sent = 0;
  for await (const page of dueWebhookWork(now)) {
    const wanted = await withinShares(page, ofAccount, now);
    await tryEnqueue(WEBHOOK_QUEUE, wanted);
    sent += wanted.length;
    if (sent >= MOST_AT_ONCE) break;
  }
  return { sent };
}

/** Returns the items of a page that are within the shares of their accounts; counts them in `ofAccount`. */
async function withinShares(
  page: readonly WebhookWork[],
  ofAccount: Map<string, number>,
  now: Date,
): Promise<WebhookWork[]> {
  const wanted: WebhookWork[] = [];
  for (const [account, all] of Map.groupBy(page, ({ account: ledger }) => accountOf(ledger))) {
    const before = ofAccount.get(account) ?? 0;
    const some = all.slice(0, MOST_OF_AN_ACCOUNT - before);
    ofAccount.set(account, before + some.length);
    const free = some.length > 0 ? await takeShare(account, some.length, now) : 0;
    wanted.push(...some.slice(0, free));
  }
  return wanted;
}

export type WebhookTools = {
  readonly now: () => Date;
  /** Returns a number from 0 to 1, for the time of the next attempt. */
  readonly random: () => number;
  readonly outside: Outside;
};

/**
 * Creates the deliveries of a message, or attempts one delivery, and returns the work that follows. The function is
 * idempotent: each delivery of a message is created once, and only a due delivery is sent.
 */
export async function doWebhookWork(
  work: WebhookWork,
  tools: WebhookTools,
): Promise<readonly WebhookWork[]> {
  const { account: ledger, message_id, webhook_id } = work;
  if (webhook_id === undefined) return makeDeliveries(ledger, message_id, tools);
  return deliverInTurn(ledger, { webhook_id, message_id }, tools);
}

/** Creates a delivery of a message for each webhook that subscribes to its event, and the mails about it. */
async function makeDeliveries(
  ledger: LedgerId,
  id: string,
  { now }: WebhookTools,
): Promise<readonly WebhookWork[]> {
  const message = await loadOutboxMessage(ledger, id);
  if (!message) return [];
  const [{ webhooks }, record] = await Promise.all([loadWebhooks(ledger), loadAccount(ledger)]);
  const listening = record?.account_state
    ? []
    : webhooks.filter((webhook) => listensTo(webhook, message));
  for (const webhook of listening) {
    await insertDelivery(ledger, newDelivery(webhook, message, now()));
  }
  await tryEnqueue(MAIL_QUEUE, await makeMails(ledger, message, record, now()));
  // Closes the message after its deliveries and mails are stored. A worker that crashes before this line repeats the work, and
  // existing deliveries stay unchanged.
  await closeOutboxMessage(ledger, id);
  return listening
    .filter((webhook) => !isFetched(webhook))
    .map((webhook) => ({ account: ledger, message_id: id, webhook_id: webhook.id }));
}

/** Duration of a claim, longer than an attempt. After a crash another worker takes over the delivery. */
const CLAIMED_MS = 60_000;

/**
 * Attempts a delivery while no other message is on its way to its webhook. A delivery that finds one stays due; one to a
 * paused webhook becomes due at the end of the pause.
 * @returns the work for the message that waits longest
 */
async function deliverInTurn(
  ledger: LedgerId,
  name: DeliveryName,
  tools: WebhookTools,
): Promise<readonly WebhookWork[]> {
  const { webhook_id } = name;
  const began = tools.now();
  const until = new Date(began.getTime() + CLAIMED_MS).toISOString();
  const turn = await takeTurn(ledger, name, began, until);
  if ("busy" in turn) return [];
  if ("paused_until" in turn) {
    await claimDelivery(ledger, name, began, turn.paused_until);
    return [];
  }
  const attempt = await deliver(ledger, name, began, tools);
  const next = await endTurn(ledger, webhook_id, turn.taken, {
    now: tools.now(),
    ...(attempt ? { timed_out: attempt.timed_out === true } : {}),
  });
  return next === undefined ? [] : [{ account: ledger, webhook_id, message_id: next }];
}

/**
 * Attempts a delivery that is due, and stores the result.
 * @param began the instant of the attempt, which the message is signed with
 * @returns the attempt; undefined if nothing was sent
 */
async function deliver(
  ledger: LedgerId,
  name: DeliveryName,
  began: Date,
  tools: WebhookTools,
): Promise<DeliveryAttempt | undefined> {
  const until = new Date(began.getTime() + CLAIMED_MS).toISOString();
  const delivery = await claimDelivery(ledger, name, began, until);
  if (!delivery) return undefined;
  const [{ webhooks }, record, secrets] = await Promise.all([
    loadWebhooks(ledger),
    loadAccount(ledger),
    loadWebhookSecrets(ledger, name.webhook_id, began),
  ]);
  const webhook = webhooks.find(({ id }) => id === name.webhook_id);
  const obstacle = obstacleOf(webhook, record?.account_state, secrets);
  if (!webhook?.url || obstacle) {
    await saveDelivery(ledger, delivery, givenUp(delivery, obstacle ?? "", began));
    return undefined;
  }
  const attempt = await attempted(webhook.url, delivery, secrets, { ...tools, now: () => began });
  const ended = tools.now();
  const after = afterAttempt(delivery, attempt, ended, tools.random());
  // Another worker may have taken over this delivery; the result that it saved is retained.
  if (await saveDelivery(ledger, delivery, after)) {
    await updateDelivering(ledger, (seen) =>
      withWebhook(seen, webhook.id, (webhook) => webhookAfter(webhook, attempt, after, ended)),
    );
  }
  return attempt;
}

/** Returns the permanent reason why a delivery is not sent; undefined when there is none. */
function obstacleOf(
  webhook: Webhook | undefined,
  account_state: string | undefined,
  secrets: readonly string[],
): string | undefined {
  if (account_state) return `the account is ${account_state}`;
  if (!webhook || secrets.length === 0) return "the webhook was deleted";
  return isEnabled(webhook) ? undefined : "the webhook is disabled";
}

/**
 * Makes one attempt. Signs the message with each valid secret, as Standard Webhooks allows while a secret is replaced.
 */
async function attempted(
  url: string,
  { id, body }: WebhookDelivery,
  secrets: readonly string[],
  { now, outside }: WebhookTools,
): Promise<DeliveryAttempt> {
  const at = now();
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  const headers = {
    "content-type": "application/json",
    "user-agent": "eu-vat-compliance-webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(" "),
  };
  try {
    const answer = await postToReceiver({ url, headers, body }, outside);
    return attemptOf(answer, at, took());
  } catch (error) {
    return failedAttempt(error, at, took());
  }
}

/**
 * Returns the dependencies of a deployed worker or a local stack. A local stack may allow receivers on this machine.
 */
const deployedTools = (): WebhookTools => ({
  now: () => new Date(),
  random: Math.random,
  outside: { ...OUTSIDE, allowLoopback: loopbackAllowed() },
});

/**
 * Builds the worker of the queue "webhooks". A rejection by the receiver is recorded in the delivery; only a failure of
 * this service returns the message to the queue.
 */
export const webhookWorker = (tools = deployedTools()) =>
  queueWorker(
    WEBHOOK_QUEUE,
    inTurn(WEBHOOK_QUEUE, async (work) =>
      tryEnqueue(WEBHOOK_QUEUE, await doWebhookWork(work, tools)),
    ),
  );

/**
 * Counts a test or a replay as a message of the account.
 * @throws DomainError `rate_limited` if the account has sent its messages of this minute
 */
async function rejectBeyondShare(ledger: LedgerId, now: Date): Promise<void> {
  if ((await takeShare(accountOf(ledger), 1, now)) > 0) return;
  const retryAfterSeconds = Math.ceil(shareWindow(now).ends_at - now.getTime() / 1000);
  const message = `an account sends at most ${MOST_OF_AN_ACCOUNT} messages a minute; try again in ${retryAfterSeconds} s`;
  throw new DomainError("rate_limited", message, [], { retryAfterSeconds });
}

/**
 * Sends a test message to one webhook, whatever its subscriptions.
 * @throws DomainError `not_found`, `webhook_disabled`, `rate_limited`
 */
export async function testWebhook(
  ledger: LedgerId,
  webhook_id: string,
  now: Date,
): Promise<WebhookDelivery> {
  const webhook = await workingWebhook(ledger, webhook_id);
  await rejectBeyondShare(ledger, now);
  const message = newMessage(ledger, { type: "webhook.test", data: { webhook_id } }, now);
  const delivery = newDelivery(webhook, message, now);
  await insertDelivery(ledger, delivery);
  if (!isFetched(webhook)) {
    await tryEnqueue(WEBHOOK_QUEUE, [{ account: ledger, webhook_id, message_id: delivery.id }]);
  }
  return delivery;
}

/**
 * Sends a message again with an identical id and body.
 * @throws DomainError `not_found`, `webhook_disabled`, `delivery_under_way`, `rate_limited`
 */
export async function replayDelivery(
  ledger: LedgerId,
  { id, delivery_id }: { readonly id: string; readonly delivery_id: string },
  now: Date,
): Promise<WebhookDelivery> {
  await workingWebhook(ledger, id);
  await rejectBeyondShare(ledger, now);
  const name = { webhook_id: id, message_id: delivery_id };
  const seen = await loadDelivery(ledger, name);
  if (!seen) throw notFound("delivery");
  const again = replayed(seen, now);
  const isFree = seen.state !== "pending" && (await saveDelivery(ledger, seen, again));
  if (!isFree) {
    throw new DomainError(
      "delivery_under_way",
      "the delivery is under way, or waits for a retry or to be fetched",
    );
  }
  await tryEnqueue(WEBHOOK_QUEUE, [{ account: ledger, ...name }]);
  return again;
}
