import type { LedgerId } from "../../shared/core/ids.ts";
import { doWebhookWork, type WebhookTools } from "../../shared/notifications/webhooks/deliver.ts";
import type { WebhookWork } from "../../shared/notifications/webhooks/message.ts";
import { dueWebhookWork } from "../../shared/notifications/webhooks/store-deliveries.ts";
import { type Account, call } from "./api.ts";
import { noteSecrets } from "./kept-logs.ts";
import { webhookTools } from "./webhook-tools.ts";

/** What is due of the account by then. */
export async function dueOf(account: LedgerId, now: Date): Promise<WebhookWork[]> {
  const pages = await Array.fromAsync(dueWebhookWork(now));
  return pages.flat().filter((work) => work.account === account);
}

/** Does all that is due of the account at an instant: messages are handed on, and delivered once. */
export async function workAt(
  account: LedgerId,
  now: Date,
  more: Partial<WebhookTools> = {},
): Promise<void> {
  const tools = webhookTools(now, more);
  const due = await dueOf(account, now);
  const [messages, deliveries] = [
    due.filter(({ webhook_id }) => webhook_id === undefined),
    due.filter(({ webhook_id }) => webhook_id !== undefined),
  ];
  const handedOn: WebhookWork[] = [];
  for (const work of messages) handedOn.push(...(await doWebhookWork(work, tools)));
  for (const work of [...deliveries, ...handedOn]) await doWebhookWork(work, tools);
}

type NewWebhook = { readonly id: string; readonly secret: string };

/** A webhook of the account, with its secret. */
export async function newWebhook(
  { full }: Account,
  url: string,
  events: readonly string[],
): Promise<NewWebhook> {
  const { status, body, text } = await call<NewWebhook>(full, "POST", "/v1/webhooks", {
    url,
    events,
  });
  if (status !== 201) throw new Error(`no webhook: ${text}`);
  noteSecrets([body.secret.replace("whsec_", "")]);
  return body;
}

type Attempt = {
  readonly delivered: boolean;
  readonly response_status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
};

export type ShownDelivery = {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly payload: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
};

/** The log of a webhook, the newest first. */
export async function deliveriesTo({ readOnly }: Account, id: string, query = "") {
  type List = { readonly items: readonly ShownDelivery[]; readonly next_cursor: string | null };
  const { body } = await call<List>(readOnly, "GET", `/v1/webhooks/${id}/deliveries${query}`);
  return body;
}

/** The webhook as the list shows it. */
export async function shownWebhookOf({ readOnly }: Account, id: string) {
  type List = { readonly items: readonly Record<string, unknown>[] };
  const { body } = await call<List>(readOnly, "GET", "/v1/webhooks");
  return body.items.find((one) => one["id"] === id);
}
