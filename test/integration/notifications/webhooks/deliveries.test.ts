import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EVENT_DATA } from "../../../../shared/api/docs/webhook-events.ts";
import type { WebhookEventType } from "../../../../shared/notifications/webhooks/event-types.ts";
import { setAccountState } from "../../../../shared/operations/lifecycle/operate-accounts.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";
import { committed, newSeller } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { deliveriesTo, newWebhook, shownWebhookOf, workAt } from "../../../stack/webhooks.ts";

/*
 * Messages to a real server, verified by the official library. Workers go by a clock that the tests move; so does the
 * library, which refuses what was signed five minutes before or after its own now.
 */
const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const HOSTILE = "\"}],<script>alert(1)</script>\u202E'; DROP TABLE--\\u0000 \u{1F4A9}";
const HOUR = 3_600_000;

/** By how much the workers' clock is before that of the stack. */
let ahead = 0;
let seller: Account;
let receiver: Receiver;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  receiver = await startReceiver();
  seller = await newSeller("SE");
  await committed(seller, makeSale({ event_id: "one" }));
  await settleRecount(seller.account);
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.close();
});
beforeEach(() => {
  ahead = 0;
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});

/** The clock of the stack, which nobody moves. */
const realNow = (): number => performance.timeOrigin + performance.now();

/** Moves the clock, and does what is due then. */
async function work(laterMs = 0, account = seller.account): Promise<void> {
  ahead += laterMs;
  vi.setSystemTime(Math.ceil(realNow() + ahead));
  await workAt(account, new Date());
}

/** What the official library takes, held against the document. */
function verified(secret: string, n = -1): { readonly type: string; readonly data: object } {
  const { body, headers } = receiver.received.at(n) ?? { body: "", headers: {} };
  const message = new Verifier(secret).verify(body, headers) as {
    type: WebhookEventType;
    data: object;
  };
  expect(EVENT_DATA[message.type].parse(message.data)).toEqual(message.data);
  return message;
}

const test = async (id: string) => {
  const sent = await call<{ id: string }>(seller.full, "POST", `/v1/webhooks/${id}/test`);
  expect(sent.status, sent.text).toBe(202);
  return sent.body.id;
};

describe("a message", () => {
  it("of a lock and of its filing arrives once each, signed, with what was recorded to the letter", async () => {
    const { id, secret } = await newWebhook(seller, receiver.url, [
      "period.locked",
      "period.filed",
    ]);
    const locked = await call(seller.full, "POST", `${LOCKS}?period=2025-Q3`);
    expect(locked.status, locked.text).toBe(201);
    await work();
    expect(verified(secret)).toMatchObject({
      type: "period.locked",
      data: {
        account: seller.account,
        mode: "live",
        scheme_type: "union_oss",
        period_key: "2025-Q3",
        sha256: locked.body["sha256"],
      },
    });
    const filing = { filed_at: "2025-10-20", filing_reference: HOSTILE.replaceAll(/\p{Cf}/gu, "") };
    const filed = await call(seller.full, "POST", `${LOCKS}/filed?period=2025-Q3`, filing);
    expect(filed.status, filed.text).toBe(200);
    // The first record stays, and is told once.
    await call(seller.full, "POST", `${LOCKS}/filed?period=2025-Q3`, { filing_reference: "again" });
    await work();
    expect(verified(secret)).toMatchObject({ type: "period.filed", data: filing });
    await work(HOUR);
    expect(receiver.received).toHaveLength(2);
    const { items } = await deliveriesTo(seller, id);
    expect(items.map(({ type, state }) => [type, state])).toEqual([
      ["period.filed", "delivered"],
      ["period.locked", "delivered"],
    ]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual(items.map((shownDelivery) => shownDelivery.id).toReversed());
    const [first] = (await deliveriesTo(seller, id, "?limit=1")).items;
    const { next_cursor } = await deliveriesTo(seller, id, "?limit=1");
    const rest = await deliveriesTo(seller, id, `?limit=1&cursor=${next_cursor}`);
    expect([first, ...rest.items]).toEqual(items);
    expect(rest.next_cursor).toBeNull();
    await call(seller.full, "DELETE", `/v1/webhooks/${id}`);
  });

  it("is of its own account alone, and of the events that the webhook listens to", async () => {
    const other = await newSeller("DK");
    const { secret } = await newWebhook(other, receiver.url, ["recount.completed"]);
    await newWebhook(seller, receiver.url, ["import.completed"]);
    for (const { full } of [seller, other]) {
      await call(full, "PUT", "/v1/account", { establishment_country: "SE" });
    }
    await committed(other, makeSale({ event_id: "theirs" }));
    await call(other.full, "PUT", "/v1/account", {
      establishment_country: "SE",
      fixed_establishments: [{ country: "PL" }],
    });
    await settleRecount(seller.account);
    await settleRecount(other.account);
    await work();
    expect(receiver.received).toEqual([]);
    await work(HOUR, other.account);
    expect(receiver.received.length).toBeGreaterThan(0);
    for (const n of receiver.received.keys()) {
      expect(verified(secret, n)).toMatchObject({
        type: "recount.completed",
        data: { account: other.account },
      });
    }
  });
});

describe("an outage", () => {
  it("is survived: each attempt with the same id and body, later and later, until the receiver is back", async () => {
    const own = await startReceiver();
    const { id, secret } = await newWebhook(seller, own.url, ["period.filed"]);
    const message = await test(id);
    own.answer = (response) => response.writeHead(500).end("out of <order>");
    await work();
    own.answer = (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    await work(61_000);
    own.answer = (response) => response.destroy();
    await work(6 * 60_000);
    await own.close();
    await work(16 * 60_000);
    const pending = (await deliveriesTo(seller, id)).items[0];
    expect(pending).toMatchObject({ id: message, state: "pending" });
    expect(pending?.attempts).toMatchObject([
      {
        response_status: 500,
        error: "the receiver answered 500; it has to answer 2xx",
        answer: "out of <order>",
      },
      {
        response_status: 302,
        error: expect.stringContaining("a redirect (302), which is not followed"),
      },
      { response_status: null, error: expect.stringContaining("closed the connection") },
      { response_status: null, error: expect.stringContaining("refused the connection") },
    ]);
    expect(await shownWebhookOf(seller, id)).toMatchObject({ failing_since: expect.any(String) });
    // Not before its time.
    await work(60_000);
    const back = await startReceiver(own.port);
    await work(HOUR);
    expect(back.received).toHaveLength(1);
    const sent = [...own.received, ...back.received];
    expect(new Set(sent.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`))).toEqual(
      new Set([`${message} ${pending?.payload}`]),
    );
    const { body, headers } = back.received[0] ?? { body: "", headers: {} };
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: "webhook.test" });
    expect((await deliveriesTo(seller, id)).items[0]).toMatchObject({
      state: "delivered",
      next_attempt_at: null,
    });
    expect(await shownWebhookOf(seller, id)).toMatchObject({ failing_since: null });
    await back.close();
    await call(seller.full, "DELETE", `/v1/webhooks/${id}`);
  });

  it("of days disables the webhook; enabled again it gets a replay, with the same id", async () => {
    const { id, secret } = await newWebhook(seller, receiver.url, ["period.filed"]);
    receiver.answer = (response) => response.writeHead(503).end();
    const first = await test(id);
    for (let n = 0; n < 11; n += 1) await work(8 * HOUR);
    expect((await deliveriesTo(seller, id)).items[0]).toMatchObject({ id: first, state: "failed" });
    // Three days are over by now, in which one message was given up.
    expect(receiver.received).toHaveLength(11);
    expect(await shownWebhookOf(seller, id)).toMatchObject({
      enabled: false,
      disabled_reason: "failing",
    });
    type NotificationList = { items: { done: boolean }[] };
    const notifications = async () =>
      (await call<NotificationList>(seller.full, "GET", "/v1/notifications")).body.items;
    const told = { kind: "webhook.disabled", about: { webhook_id: id } };
    expect(await notifications()).toMatchObject([{ ...told, done: false }]);
    const replay = `/v1/webhooks/${id}/deliveries/${first}/replay`;
    expect(await call(seller.full, "POST", replay)).toMatchObject({
      status: 409,
      body: { error: "webhook_disabled" },
    });
    await call(seller.full, "PATCH", `/v1/webhooks/${id}`, { enabled: true });
    expect(await notifications()).toMatchObject([{ ...told, done: true }]);
    receiver.answer = (response) => response.writeHead(200).end("thanks");
    expect(await call(seller.full, "POST", replay)).toMatchObject({ status: 202 });
    expect(await call(seller.full, "POST", replay)).toMatchObject({
      status: 409,
      body: { error: "delivery_under_way" },
    });
    await work();
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(first);
    expect(verified(secret)).toMatchObject({ type: "webhook.test" });
    expect((await deliveriesTo(seller, id)).items[0]).toMatchObject({ state: "delivered" });
    await call(seller.full, "DELETE", `/v1/webhooks/${id}`);
  });
});

describe("a secret", () => {
  it("that was replaced signs together with the new one for a day, and no longer", async () => {
    const { id, secret: former } = await newWebhook(seller, receiver.url, ["period.filed"]);
    const rotated = await call<{ secret: string }>(
      seller.full,
      "POST",
      `/v1/webhooks/${id}/rotate-secret`,
    );
    expect(rotated.status).toBe(201);
    const { secret } = rotated.body;
    await test(id);
    await work();
    expect(receiver.received.at(-1)?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(verified(former)).toEqual(verified(secret));
    await test(id);
    await work(25 * HOUR);
    expect(verified(secret)).toMatchObject({ type: "webhook.test" });
    expect(() => verified(former)).toThrow("No matching signature");
    await call(seller.full, "DELETE", `/v1/webhooks/${id}`);
  });
});

describe("nothing more is sent", () => {
  it("to a webhook that was deleted meanwhile, or of an account that is suspended", async () => {
    const gone = await newWebhook(seller, receiver.url, ["period.filed"]);
    await test(gone.id);
    await call(seller.full, "DELETE", `/v1/webhooks/${gone.id}`);
    const stopped = await newSeller("SK");
    const { id } = await newWebhook(stopped, receiver.url, ["period.filed"]);
    await call(stopped.full, "POST", `/v1/webhooks/${id}/test`);
    await setAccountState(stopped.account, "suspended", new Date());
    await work();
    await work(HOUR, stopped.account);
    expect(receiver.received).toEqual([]);
    await setAccountState(stopped.account, undefined, new Date());
    expect((await deliveriesTo(stopped, id)).items[0]).toMatchObject({
      state: "failed",
      attempts: [{ error: "the account is suspended" }],
    });
  });
});
