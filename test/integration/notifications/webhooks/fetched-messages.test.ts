import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { WebhookEvent } from "../../../../shared/notifications/webhooks/event-types.ts";
import { createWebhook } from "../../../../shared/notifications/webhooks/manage.ts";
import { putOutboxMessage } from "../../../../shared/notifications/webhooks/store-deliveries.ts";
import { itemsOf } from "../../../stack/account-items.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import {
  deliveriesTo,
  dueOf,
  type ShownDelivery,
  shownWebhookOf,
  workAt,
} from "../../../stack/webhooks.ts";

let shop: Account;
beforeAll(async () => {
  shop = await newAccount("fetching");
});

type Made = { readonly id: string; readonly secret: string; readonly ends_at: string };

/** A webhook whose messages are fetched. */
async function fetched(of = shop): Promise<Made> {
  const asked = { delivery: "poll", events: ["period.locked"] };
  const { body, status } = await call<Made>(of.full, "POST", "/v1/webhooks", asked);
  expect(status).toBe(201);
  noteSecrets([body.secret.replace("whsec_", "")]);
  return body;
}

const sent = async (id: string, of = shop) =>
  (await call<ShownDelivery>(of.full, "POST", `/v1/webhooks/${id}/test`)).body;

const idsAfter = async (id: string, query: string) =>
  (await deliveriesTo(shop, id, query)).items.map((item) => item.id);

it("has no address and an end, and its messages wait to be fetched, the oldest first", async () => {
  const made = await fetched();
  expect(made).toMatchObject({ url: null, delivery: "poll", enabled: true });
  expect(Date.parse(made.ends_at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const messages = [await sent(made.id), await sent(made.id), await sent(made.id)];
  expect(messages[0]).toMatchObject({ state: "pending", next_attempt_at: null, attempts: [] });
  const [first = "", second = "", third = ""] = messages.map(({ id }) => id);
  expect(await idsAfter(made.id, "?after=first")).toEqual([first, second, third]);
  expect(await idsAfter(made.id, "?after=first&limit=2")).toEqual([first, second]);
  expect(await idsAfter(made.id, `?after=${second}`)).toEqual([third]);
  expect(await idsAfter(made.id, `?after=${third}&wait=0`)).toEqual([]);
  expect(await idsAfter(made.id, "?limit=2")).toEqual([third, second]);
  // Nothing of it is ever sent.
  expect(await dueOf(shop.account, new Date(Date.now() + 3_600_000))).toEqual([]);
  expect(
    await call(shop.full, "POST", `/v1/webhooks/${made.id}/deliveries/${first}/replay`),
  ).toMatchObject({
    status: 409,
    body: { error: "delivery_under_way" },
  });
});

it("answers who waits as soon as a message is there", async () => {
  const { id } = await fetched();
  const waiting = deliveriesTo(shop, id, "?after=first&wait=20");
  const message = await sent(id);
  expect((await waiting).items.map((item) => item.id)).toEqual([message.id]);
});

it("has messages of the events that it names, of the time in which it is there", async () => {
  const seller = await newAccount("fetching-events");
  const { id, ends_at } = await fetched(seller);
  const told = (event: WebhookEvent, at: Date) =>
    putOutboxMessage(seller.account, event, at, randomBytes(8).toString("hex"));
  const period = { scheme_type: "union_oss", period_key: "2026-Q2" } as const;
  const locked = { type: "period.locked", data: { ...period, locked_at: ends_at } } as WebhookEvent;
  const filed = { type: "period.filed", data: period } as unknown as WebhookEvent;
  await told(filed, new Date());
  await told(locked, new Date());
  await told(locked, new Date(ends_at));
  await workAt(seller.account, new Date(ends_at));
  const { items } = await deliveriesTo(seller, id, "?after=first");
  expect(items.map(({ type }) => type)).toEqual(["period.locked"]);
});

it("ends after a day, and goes with its secret when another one is made", async () => {
  const seller = await newAccount("fetching-ends");
  const caller = { ledger: seller.account, author: "key" as never };
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  const { webhook } = await createWebhook(
    { ...caller, now: yesterday },
    { events: ["period.locked"] },
  );
  expect(await shownWebhookOf(seller, webhook.id)).toMatchObject({ delivery: "poll" });
  await fetched(seller);
  expect(await shownWebhookOf(seller, webhook.id)).toBeUndefined();
  const secret = (await itemsOf(seller.account)).get(
    `WEBHOOK_SECRETS#${seller.account} ${webhook.id}`,
  );
  expect(secret).not.toHaveProperty("current");
});

it.for<[what: string, body: object, field: string]>([
  ["no address", { events: ["period.locked"] }, "url"],
  [
    "an address beside poll",
    { url: "https://shop.example", delivery: "poll", events: ["period.locked"] },
    "url",
  ],
  ["another way", { delivery: "pull", events: ["period.locked"] }, "delivery"],
  ["no events", { delivery: "poll" }, "events"],
  [
    "an end of its own",
    { delivery: "poll", events: ["period.locked"], ends_at: "2027-01-01T00:00:00Z" },
    "ends_at",
  ],
])("is not made with %s", async ([, body, field]) => {
  expect(await call(shop.full, "POST", "/v1/webhooks", body)).toMatchObject({
    status: 400,
    body: { details: [{ field }] },
  });
});

it.for([
  ["?wait=5", "wait"],
  ["?after=first&wait=21", "wait"],
  ["?after=first&wait=-1", "wait"],
  ["?after=newest", "after"],
])("messages are not listed with %s", async ([query, field]) => {
  const path = `/v1/webhooks/wh_0123456789abcdef/deliveries${query}`;
  expect(await call(shop.full, "GET", path)).toMatchObject({
    status: 400,
    body: { details: [{ field }] },
  });
});

it("takes no address later, and can be switched off and on", async () => {
  const { id } = await fetched();
  const change = (body: object) => call(shop.full, "PATCH", `/v1/webhooks/${id}`, body);
  expect(await change({ url: "https://shop.example/hook" })).toMatchObject({
    status: 400,
    body: { details: [{ field: "url" }] },
  });
  expect(await change({ enabled: false })).toMatchObject({ body: { enabled: false } });
  expect(await change({ enabled: true })).toMatchObject({ body: { enabled: true, url: null } });
});
