import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import {
  doWebhookWork,
  replayDelivery,
  testWebhook,
} from "../../../../shared/notifications/webhooks/deliver.ts";
import { newDelivery } from "../../../../shared/notifications/webhooks/delivery.ts";
import {
  changeWebhook,
  rotateWebhookSecret,
} from "../../../../shared/notifications/webhooks/manage.ts";
import {
  insertDelivery,
  newMessage,
  outboxPut,
} from "../../../../shared/notifications/webhooks/store-deliveries.ts";
import { endTurn, takeTurn } from "../../../../shared/notifications/webhooks/store-turns.ts";
import {
  loadWebhookSecrets,
  newWebhookSecret,
  putWebhookSecret,
  updateWebhooks,
} from "../../../../shared/notifications/webhooks/store-webhooks.ts";
import type { Webhook } from "../../../../shared/notifications/webhooks/webhook.ts";
import { dynamo } from "../../../../shared/platform/dynamodb/client.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";
import { sentTo } from "../../../stack/sent-messages.ts";
import { webhookTools } from "../../../stack/webhook-tools.ts";

const NOW = new Date("2026-11-27T10:00:00.000Z");
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const UNTIL = inMs(60_000).toISOString();

/** An account that nothing else writes to, not even its own record. */
let account: LedgerId;
beforeEach(() => {
  account = `turns-${randomUUID()}` as LedgerId;
});

describe("the turn of a webhook", () => {
  const take = (message_id: string, at = NOW, until = UNTIL) =>
    takeTurn(account, { webhook_id: "wh_1", message_id }, at, until);
  const taken = async (message_id: string, at = NOW, until = UNTIL) => {
    const turn = await take(message_id, at, until);
    if (!("taken" in turn)) throw new Error(`not taken: ${JSON.stringify(turn)}`);
    return turn.taken;
  };

  it("is one message's until it ends, and then goes to one that waits", async () => {
    const turn = await taken("b");
    expect(turn).toEqual({ busy_until: UNTIL, timeouts: 0 });
    expect(await take("c")).toEqual({ busy: true });
    expect(await take("a")).toEqual({ busy: true });
    expect(await endTurn(account, "wh_1", turn, { now: NOW })).toBe("a");
    const next = await taken("a");
    expect(await endTurn(account, "wh_1", next, { now: NOW, timed_out: false })).toBe("c");
  });

  it("of a worker that has died ends with its claim, and not before", async () => {
    const lost = await taken("a");
    expect(await take("b", inMs(59_999))).toEqual({ busy: true });
    const later = inMs(120_000).toISOString();
    await taken("b", inMs(60_000), later);
    // The first worker ends no claim but its own.
    expect(await endTurn(account, "wh_1", lost, { now: NOW })).toBeUndefined();
    expect(await take("c", inMs(60_000))).toEqual({ busy: true });
  });

  it("is nobody's while the webhook is paused", async () => {
    for (let n = 1; n <= 3; n += 1) {
      const turn = await taken("a");
      expect(turn.timeouts).toBe(n - 1);
      await endTurn(account, "wh_1", turn, { now: NOW, timed_out: true });
    }
    expect(await take("a")).toEqual({ paused_until: UNTIL });
    expect(await take("a", inMs(59_999))).toEqual({ paused_until: UNTIL });
    const turn = await taken("a", inMs(60_000), inMs(90_000).toISOString());
    expect(turn.timeouts).toBe(3);
  });

  it("that nothing was sent in leaves the count of late answers as it is, and one in time ends it", async () => {
    const counts: number[] = [];
    for (const ended of [{ timed_out: true }, {}, { timed_out: true }, { timed_out: false }, {}]) {
      const turn = await taken("a");
      counts.push(turn.timeouts);
      await endTurn(account, "wh_1", turn, { now: NOW, ...ended });
    }
    expect(counts).toEqual([0, 1, 1, 2, 0]);
  });

  it("knows a hundred messages that wait by name, and no more", async () => {
    const turn = await taken("first");
    const names = Array.from({ length: 100 }, (_, n) => `m${String(n).padStart(2, "0")}`);
    for (const name of names.toReversed()) expect(await take(name)).toEqual({ busy: true });
    expect(await take("a-further-one")).toEqual({ busy: true });
    expect(await endTurn(account, "wh_1", turn, { now: NOW })).toBe("m00");
  });
});

describe("a message to a webhook", () => {
  const at = NOW.toISOString();
  const webhook = (id: string, url: string): Webhook => ({
    id,
    url,
    events: ["period.locked"],
    created_at: at,
    created_by: "key",
    updated_at: at,
    updated_by: "key",
  });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const asking = () => ({ ledger: account, author: "key-2" as AuthorId, now: NOW });

  async function addWebhook(id: string): Promise<void> {
    const secret = newWebhookSecret();
    noteSecrets([secret.replace("whsec_", "")]);
    await putWebhookSecret(account, id, secret);
    const one = webhook(id, receiver.url);
    await updateWebhooks(account, (seen) => ({ ...seen, webhooks: [...seen.webhooks, one] }));
  }

  it("is signed with the former secret for a day when that was replaced", async () => {
    await addWebhook("wh_1");
    const { webhook: after, secret } = await rotateWebhookSecret(asking(), "wh_1");
    noteSecrets([secret.replace("whsec_", "")]);
    const until = "2026-11-28T10:00:00.000Z";
    expect(after).toMatchObject({ previous_secret_until: until, updated_by: "key-2" });
    const secrets = async (ms: number) =>
      (await loadWebhookSecrets(account, "wh_1", new Date(Date.parse(until) + ms))).length;
    expect([await secrets(-1), await secrets(0)]).toEqual([2, 1]);
  });

  it("cannot go to one that is not there, which is neither changed nor given a secret", async () => {
    for (const change of [
      () => changeWebhook(asking(), "wh_9", { enabled: false }),
      () => rotateWebhookSecret(asking(), "wh_9"),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("is delivered when it is due, not before and not again", async () => {
    await addWebhook("wh_1");
    const message = newMessage(
      account,
      { type: "webhook.test", data: { webhook_id: "wh_1" } },
      NOW,
    );
    await insertDelivery(
      account,
      newDelivery({ id: "wh_1", url: "https://shop.example" }, message, NOW),
    );
    const work = { account, webhook_id: "wh_1", message_id: message.id };
    const received: number[] = [];
    for (const ms of [-1, 0, 0]) {
      expect(await doWebhookWork(work, webhookTools(inMs(ms)))).toEqual([]);
      received.push(receiver.received.length);
    }
    expect(received).toEqual([0, 1, 1]);
  });

  it("that was delivered is sent again on request, and once", async () => {
    await addWebhook("wh_1");
    using sent = sentTo<{ readonly message_id: string }>("webhooks");
    const tested = await testWebhook(account, "wh_1", NOW);
    const work = { account, webhook_id: "wh_1", message_id: tested.id };
    expect(sent.take()).toEqual([work]);
    await doWebhookWork(work, webhookTools(NOW));
    const replay = () => replayDelivery(account, { id: "wh_1", delivery_id: tested.id }, inMs(1));
    expect(await replay()).toMatchObject({ id: tested.id, state: "pending", tries: 0 });
    expect(sent.take()).toEqual([work]);
    await expect(replay()).rejects.toMatchObject({ code: "delivery_under_way" });
    expect(sent.take()).toEqual([]);
    const unknown = { id: "wh_1", delivery_id: "msg_unknown" };
    await expect(replayDelivery(account, unknown, NOW)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("goes to the webhooks that are there when it is handed on, and to no later one", async () => {
    await addWebhook("wh_1");
    const data = { period_key: "2026-Q3" };
    const put = outboxPut(account, { type: "period.locked", data } as never, NOW);
    await dynamo.send(new PutCommand(put.Put));
    const message_id = String(put.Put.Item.id);
    const handOn = () => doWebhookWork({ account, message_id }, webhookTools(NOW));
    expect(await handOn()).toEqual([{ account, message_id, webhook_id: "wh_1" }]);
    await addWebhook("wh_2");
    expect(await handOn()).toEqual([]);
  });
});
