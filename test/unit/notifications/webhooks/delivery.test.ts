import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import {
  afterAttempt,
  attemptOf,
  type DeliveryAttempt,
  failedAttempt,
  givenUp,
  newDelivery,
  replayed,
  retryAfter,
  type WebhookDelivery,
  webhookAfter,
} from "../../../../shared/notifications/webhooks/delivery.ts";
import {
  ReceiverTimeoutError,
  receiverFault,
} from "../../../../shared/notifications/webhooks/http-client.ts";
import { MESSAGE_ID, messageOfEvent } from "../../../../shared/notifications/webhooks/message.ts";
import { deliveriesAfterPage } from "../../../../shared/notifications/webhooks/schema.ts";
import {
  enabled,
  listensTo,
  newlyDisabled,
  type Webhook,
  type Webhooks,
  withWebhook,
} from "../../../../shared/notifications/webhooks/webhook.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

const MESSAGE = messageOfEvent(
  "shop" as LedgerId,
  { type: "webhook.test", data: { webhook_id: "wh_1" } },
  NOW,
  "0123456789abcdef",
);
const DELIVERY = newDelivery({ id: "wh_1", url: "https://shop.example" }, MESSAGE, NOW);

const WEBHOOK: Webhook = {
  id: "wh_1",
  url: "https://shop.example",
  events: ["period.locked"],
  created_at: "2026-11-01T00:00:00.000Z",
  created_by: "key",
  updated_at: "2026-11-01T00:00:00.000Z",
  updated_by: "key",
};

const answered = (status: number, at = NOW, text = ""): DeliveryAttempt =>
  attemptOf({ status, start: Buffer.from(text) }, at, 12);

describe("a message", () => {
  it("has an id of its instant, and says whose it is", () => {
    expect(MESSAGE).toMatchObject({
      id: "msg_20261122T100000000Z_0123456789abcdef",
      timestamp: "2026-11-22T10:00:00.000Z",
    });
    expect(JSON.parse(MESSAGE.body)).toEqual({
      type: "webhook.test",
      timestamp: "2026-11-22T10:00:00.000Z",
      data: { account: "shop", mode: "live", webhook_id: "wh_1" },
    });
  });

  it("names the account of a sandbox", () => {
    const event = { type: "webhook.test", data: { webhook_id: "wh_1" } } as const;
    const { body } = messageOfEvent("sandbox.shop.2" as LedgerId, event, NOW, "0");
    expect(JSON.parse(body).data).toMatchObject({ account: "shop", mode: "test" });
  });
});

describe("retries", () => {
  it("go on for a day, each later than the one before, and end", () => {
    const waits: number[] = [];
    for (let tries = 1; ; tries += 1) {
      const at = retryAfter(tries, NOW, 0.5);
      if (at === undefined) break;
      waits.push((Date.parse(at) - NOW.getTime()) / 60_000);
    }
    expect(waits).toEqual([1, 5, 15, 30, 60, 120, 180, 300, 360, 360]);
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60;
    expect(hours).toBeGreaterThan(23);
  });

  it("are a fifth shorter or longer at most", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, random) => {
          const wait = (of: number) => Date.parse(retryAfter(tries, NOW, of) ?? "") - NOW.getTime();
          expect(wait(random)).toBeGreaterThanOrEqual(wait(0.5) * 0.8 - 1);
          expect(wait(random)).toBeLessThanOrEqual(wait(0.5) * 1.2 + 1);
        },
      ),
    );
  });

  it("end with the eleventh attempt in vain, and begin anew with a replay", () => {
    let delivery: WebhookDelivery = DELIVERY;
    for (let n = 1; n <= 10; n += 1) {
      delivery = afterAttempt(delivery, answered(500), NOW, 0.5);
      expect(delivery).toMatchObject({ state: "pending", tries: n });
    }
    delivery = afterAttempt(delivery, answered(500), NOW, 0.5);
    expect(delivery).toMatchObject({ state: "failed", tries: 11 });
    expect(delivery).not.toHaveProperty("next_attempt_at");
    const again = replayed(delivery, later(1));
    expect(again).toMatchObject({ state: "pending", tries: 0, id: MESSAGE.id, body: MESSAGE.body });
    expect(again.attempts).toHaveLength(11);
  });

  it("end with success", () => {
    const after = afterAttempt(DELIVERY, answered(204), NOW, 0.5);
    expect(after).toMatchObject({ state: "delivered", attempts: [{ response_status: 204 }] });
    expect(after).not.toHaveProperty("next_attempt_at");
  });

  it("leave thirty attempts in the log", () => {
    let delivery: WebhookDelivery = DELIVERY;
    for (let n = 0; n < 40; n += 1) delivery = afterAttempt(delivery, answered(500), NOW, 0.5);
    expect(delivery.attempts).toHaveLength(30);
    expect(givenUp(delivery, "the webhook was deleted", NOW).attempts).toHaveLength(30);
  });
});

describe("an attempt", () => {
  it.for([
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [199, false],
    [301, false],
    [404, false],
    [500, false],
  ] as const)("answered %i is a success: %s", ([status, delivered]) => {
    expect(answered(status)).toMatchObject({ delivered });
  });

  it("says of a redirect that it is not followed", () => {
    expect(answered(302).error).toBe(
      "the receiver answered with a redirect (302), which is not followed: enter the address that it leads to",
    );
  });

  it("keeps of an answer what can be shown, and not all", () => {
    const hostile = `a\u0000b\u001B[31m\u202Ec<script>alert(1)</script>${"x".repeat(5_000)}`;
    const { answer = "" } = answered(500, NOW, hostile);
    expect(answer).toMatch(/^a b \[31m c<script>alert\(1\)<\/script>x+$/);
    expect(answer).toHaveLength(300);
    expect(attemptOf({ status: 200, start: Buffer.from([0xff, 0xfe, 0x41]) }, NOW, 1).answer).toBe(
      "A",
    );
  });

  it.for([
    ["ECONNREFUSED", "the host refused the connection (ECONNREFUSED)"],
    ["ENOTFOUND", "the name of the host is not known (ENOTFOUND)"],
    ["CERT_HAS_EXPIRED", "the certificate has expired (CERT_HAS_EXPIRED)"],
    ["NEVER_SEEN", "the request failed (NEVER_SEEN)"],
  ] as const)("has words for %s", ([code, words]) => {
    expect(receiverFault(Object.assign(new Error("details"), { code }))).toBe(words);
  });

  it("has words for several addresses none of which answers", () => {
    const each = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    expect(receiverFault(new AggregateError([each, each]))).toContain("ECONNREFUSED");
    expect(receiverFault("nonsense")).toBe("the request failed");
  });
});

describe("a webhook", () => {
  const failed = { ...DELIVERY, state: "failed" } as const;

  it("notes since when nothing arrives, and forgets it with a success", () => {
    const failing = webhookAfter(WEBHOOK, answered(500), DELIVERY, NOW);
    expect(failing).toEqual({ ...WEBHOOK, failing_since: NOW.toISOString() });
    expect(webhookAfter(failing, answered(500, later(1)), DELIVERY, later(1))).toBe(failing);
    expect(webhookAfter(failing, answered(200), DELIVERY, later(1))).toEqual(WEBHOOK);
    expect(webhookAfter(WEBHOOK, answered(200), DELIVERY, NOW)).toBe(WEBHOOK);
  });

  it("is disabled when a delivery is given up after three days of nothing but failures", () => {
    const failing = { ...WEBHOOK, failing_since: NOW.toISOString() };
    const twoDays = webhookAfter(failing, answered(500, later(71)), failed, later(71));
    expect(twoDays).not.toHaveProperty("disabled_at");
    const pending = webhookAfter(failing, answered(500, later(80)), DELIVERY, later(80));
    expect(pending).not.toHaveProperty("disabled_at");
    // A receiver that hangs pauses the webhook, so that no delivery is given up for long.
    const hangs = (hours: number) =>
      failedAttempt(new ReceiverTimeoutError("late"), later(hours), 3_000);
    const paused = webhookAfter(failing, hangs(72), DELIVERY, later(72));
    expect(paused).toMatchObject({ disabled_reason: "failing" });
    expect(webhookAfter(failing, hangs(71), DELIVERY, later(71))).not.toHaveProperty("disabled_at");
    const after = webhookAfter(failing, answered(500, later(72)), failed, later(72));
    expect(after).toMatchObject({
      disabled_at: later(72).toISOString(),
      disabled_reason: "failing",
    });
    expect(enabled(after)).toEqual(WEBHOOK);
  });

  it("is disabled at once by 410", () => {
    expect(webhookAfter(WEBHOOK, answered(410), DELIVERY, NOW)).toMatchObject({
      disabled_reason: "gone",
    });
  });

  it("listens to its own events since it is there, while it is enabled", () => {
    const event = { type: "period.locked", timestamp: "2026-11-02T00:00:00.000Z" } as const;
    expect(listensTo(WEBHOOK, event)).toBe(true);
    expect(listensTo(WEBHOOK, { ...event, type: "period.filed" })).toBe(false);
    expect(listensTo(WEBHOOK, { ...event, timestamp: "2026-10-31T00:00:00.000Z" })).toBe(false);
    expect(listensTo({ ...WEBHOOK, disabled_at: "2026-11-01T12:00:00.000Z" }, event)).toBe(false);
  });
});

it.for([
  ["msg_20261127T101112345Z_0123456789abcdef", true],
  [" msg_20261127T101112345Z_0123456789abcdef", false],
  ["msg_20261127T101112345Z_0123456789abcdef0", false],
  ["msg_20261127T101112345Z_0123456789abcde", false],
  ["msg_20261127T10111234Z_0123456789abcdef", false],
  ["msg_20261127T101112.345Z_0123456789abcdef", false],
  ["msg_20261127T101112345Z_0123456789ABCDEF", false],
] as const)("%s is the id of a message: %s", ([id, isOne]) => {
  expect(MESSAGE_ID.test(id)).toBe(isOne);
});

it("a webhook is newly disabled if it was there and enabled before", () => {
  const webhooks = (...states: (boolean | undefined)[]): Webhooks =>
    ({
      webhooks: states.flatMap((isOff, n) =>
        isOff === undefined ? [] : [{ id: `wh_${n}`, ...(isOff && { disabled_at: "2026" }) }],
      ),
    }) as never;
  const idOf = (before: Webhooks, after: Webhooks) => newlyDisabled(before, after)?.id;
  expect(idOf(webhooks(false, false), webhooks(false, true))).toBe("wh_1");
  expect(idOf(webhooks(false, false), webhooks(false, false))).toBeUndefined();
  expect(idOf(webhooks(true, false), webhooks(true, false))).toBeUndefined();
  expect(idOf(webhooks(true, false), webhooks(false, false))).toBeUndefined();
  expect(idOf(webhooks(false), webhooks(false, true))).toBeUndefined();
  expect(idOf(webhooks(), webhooks(true))).toBeUndefined();
});

it("a change of one webhook leaves the others, and one that changes nothing leaves all as they are", () => {
  const seen = { webhooks: [WEBHOOK, { ...WEBHOOK, id: "wh_2" }] } as unknown as Webhooks;
  expect(withWebhook(seen, "wh_1", (one) => one)).toBe(seen);
  expect(withWebhook(seen, "wh_3", (one) => ({ ...one, url: "changed" }))).toBe(seen);
  const after = withWebhook(seen, "wh_1", (one) => ({ ...one, url: "changed" }));
  expect(after.webhooks).toEqual([{ ...WEBHOOK, url: "changed" }, seen.webhooks[1]]);
});

it("messages after another one fit into a response, whatever their receivers have answered", () => {
  const attempt = attemptOf({ status: 500, start: Buffer.from("\u65e5".repeat(300)) }, NOW, 1);
  const delivery = { ...DELIVERY, attempts: Array.from({ length: 30 }, () => attempt) };
  const found = Array.from({ length: 200 }, (_, n) => ({ ...delivery, id: `msg_${n}` }));
  const { items } = deliveriesAfterPage(found);
  expect(items.map(({ id }) => id)).toEqual(found.slice(0, items.length).map(({ id }) => id));
  const output = JSON.stringify({ statusCode: 200, body: JSON.stringify({ items }) });
  expect(Buffer.byteLength(output)).toBeGreaterThan(5_000_000);
  expect(Buffer.byteLength(output)).toBeLessThan(6_291_000);
});
