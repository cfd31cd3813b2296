import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import {
  forgetWebhookSecrets,
  loadWebhookSecrets,
  putWebhookSecret,
} from "../../../../shared/notifications/webhooks/store-webhooks.ts";
import { MOST_WEBHOOKS } from "../../../../shared/notifications/webhooks/webhook.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { webhookSecretKey } from "../../../../shared/platform/table/webhooks.ts";
import { itemsOf } from "../../../stack/account-items.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { testKeysOf } from "../../../stack/full-sandbox.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import { newWebhook, shownWebhookOf } from "../../../stack/webhooks.ts";

const URL_OF_SHOP = "https://shop.example/webhooks";
let shop: Account;

beforeAll(async () => {
  shop = await newAccount("hooked");
});

const path = (id: string, more = "") => `/v1/webhooks/${id}${more}`;
const change = (id: string, body: unknown) => call(shop.full, "PATCH", path(id), body);

const storedSecret = async (id: string) =>
  (await itemsOf(shop.account)).get(`WEBHOOK_SECRETS#${shop.account} ${id}`) as object & {
    readonly current: unknown;
  };

/** Stores the secrets of a webhook past the service. */
const storeSecret = (id: string, secrets: object) =>
  dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...webhookSecretKey(shop.account, id), ...secrets },
    }),
  );

describe("a webhook", () => {
  it("shows its secret once, and nowhere else", async () => {
    const { id, secret, ...view } = await newWebhook(shop, URL_OF_SHOP, ["period.locked"]);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(view).toMatchObject({
      url: URL_OF_SHOP,
      events: ["period.locked"],
      description: null,
      enabled: true,
      failing_since: null,
    });
    const answer = await call(shop.readOnly, "GET", path(id));
    const list = await call(shop.readOnly, "GET", "/v1/webhooks");
    expect(answer.body).toEqual({ id, ...view, url: "https://shop.example/webhooks" });
    for (const { text } of [answer, list]) expect(text).not.toContain(secret.slice(6));
  });

  it("has its secrets sealed in the table, also after they were replaced", async () => {
    const { id, secret } = await newWebhook(shop, URL_OF_SHOP, ["period.locked"]);
    const { body } = await call<{ secret: string }>(shop.full, "POST", path(id, "/rotate-secret"));
    noteSecrets([body.secret.replace("whsec_", "")]);
    expect(await loadWebhookSecrets(shop.account, id, new Date())).toEqual([body.secret, secret]);
    const dump = JSON.stringify([...(await itemsOf(shop.account)).entries()]);
    expect(dump).toContain(`WEBHOOK_SECRETS#${shop.account} ${id}`);
    for (const clear of ["whsec_", secret.slice(6), body.secret.slice(6)]) {
      expect(dump).not.toContain(clear);
    }
  });

  it("has no secret of another one: a copied secret opens nothing", async () => {
    const [one, other] = [
      await newWebhook(shop, URL_OF_SHOP, ["period.locked"]),
      await newWebhook(shop, URL_OF_SHOP, ["period.locked"]),
    ];
    const { current } = await storedSecret(one.id);
    await storeSecret(other.id, { current });
    await expect(loadWebhookSecrets(shop.account, other.id, new Date())).rejects.toThrow();
  });

  it("signs with a secret that an earlier version has stored in clear, until it is replaced twice", async () => {
    const { id } = await newWebhook(shop, URL_OF_SHOP, ["period.locked"]);
    const [old, older] = ["whsec_old", "whsec_older"];
    const until = "2999-01-01T00:00:00.000Z";
    const form = { schema_version: 2, current: old, former: older, former_until: until };
    await storeSecret(id, form);
    const secrets = () => loadWebhookSecrets(shop.account, id, new Date());
    expect(await secrets()).toEqual([old, older]);
    await putWebhookSecret(shop.account, id, "whsec_new", until);
    expect(await secrets()).toEqual(["whsec_new", old]);
    expect(await storedSecret(id)).toMatchObject({ schema_version: 3, former: old });
    await putWebhookSecret(shop.account, id, "whsec_newer", until);
    expect(await secrets()).toEqual(["whsec_newer", "whsec_new"]);
    expect(JSON.stringify(await storedSecret(id))).not.toContain("whsec_");
  });

  it.for([
    ["https://shop.example/hook?token=TOPSECRET", "https://shop.example/hook/…"],
    ["https://hooks.example/services/T0/TOPSECRET", "https://hooks.example/services/…"],
    ["https://hooks.example/TOPSECRET-TOPSECRET-TOPSECRET", "https://hooks.example/…"],
  ] as const)("shows no token of %s to a read-only key", async ([url, short]) => {
    const guest = await newAccount("hooked");
    const { id } = await newWebhook(guest, url, ["period.locked"]);
    const fetched = await call(guest.full, "GET", path(id));
    expect(fetched.body["url"]).toBe(url);
    for (const at of [path(id), "/v1/webhooks"]) {
      const { text } = await call(guest.readOnly, "GET", at);
      expect(text).toContain(`"url":"${short}"`);
      expect(text).not.toContain("TOPSECRET");
    }
  });

  it("signs with its former secret until that ends, and with none once it is deleted", async () => {
    const { id } = await newWebhook(shop, URL_OF_SHOP, ["period.locked"]);
    const at = (time: string) => new Date(`2026-11-27T${time}Z`);
    const secrets = (time: string) => loadWebhookSecrets(shop.account, id, at(time));
    const [first = ""] = await secrets("10:00:00");
    await putWebhookSecret(shop.account, id, "whsec_next", at("12:00:00").toISOString());
    expect(await secrets("11:59:59")).toEqual(["whsec_next", first]);
    expect(await secrets("12:00:00")).toEqual(["whsec_next"]);
    await expect(putWebhookSecret(shop.account, id, "whsec_first")).rejects.toThrow();
    await forgetWebhookSecrets(shop.account, id);
    expect(await secrets("11:00:00")).toEqual([]);
    const again = putWebhookSecret(shop.account, id, "whsec_late", at("12:00:00").toISOString());
    await expect(again).rejects.toThrow();
  });

  it("is changed, disabled, enabled and deleted", async () => {
    const { id } = await newWebhook(shop, URL_OF_SHOP, ["period.locked"]);
    const events = ["import.completed", "recount.completed"];
    expect((await change(id, { events, description: "Till" })).body).toMatchObject({
      url: URL_OF_SHOP,
      events,
      description: "Till",
    });
    expect((await change(id, { enabled: false, description: null })).body).toMatchObject({
      enabled: false,
      disabled_reason: "asked",
      description: null,
    });
    const test = await call(shop.full, "POST", path(id, "/test"));
    expect(test).toMatchObject({ status: 409, body: { error: "webhook_disabled" } });
    expect((await change(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_at: null,
      disabled_reason: null,
    });
    expect((await call(shop.full, "DELETE", path(id))).body).toMatchObject({ id });
    expect(await shownWebhookOf(shop, id)).toBeUndefined();
    for (const [method, where] of [
      ["GET", path(id)],
      ["DELETE", path(id)],
      ["POST", path(id, "/test")],
      ["POST", path(id, "/rotate-secret")],
      ["GET", path(id, "/deliveries")],
    ] as const) {
      expect(await call(shop.full, method, where)).toMatchObject({ status: 404 });
    }
  });

  it.for([
    [{ url: "http://shop.example" }, "url", "must begin with https://"],
    [{ url: "https://127.0.0.2/x" }, "url", "must name a host, not an address"],
    [
      { url: `https://shop.example/${"x".repeat(2_000)}` },
      "url",
      "must have at most 2000 characters",
    ],
    [{ events: [] }, "events", expect.any(String)],
    [{ events: ["period.opened"] }, "events.0", expect.any(String)],
    [{ events: ["webhook.test"] }, "events.0", expect.any(String)],
    [{ events: ["period.locked", "period.locked"] }, "events", "must not name an event twice"],
    [{ secret: "whsec_mine" }, "secret", "unknown field"],
  ] as const)("is refused as %j", async ([wrong, field, message]) => {
    const body = { url: URL_OF_SHOP, events: ["period.locked"], ...wrong };
    expect(await call(shop.full, "POST", "/v1/webhooks", body)).toMatchObject({
      status: 400,
      body: { error: "invalid_request", details: [{ field, message }] },
    });
  });

  it("needs a full key to be made, and belongs to one ledger", async () => {
    const body = { url: URL_OF_SHOP, events: ["period.locked"] };
    expect(await call(shop.readOnly, "POST", "/v1/webhooks", body)).toMatchObject({ status: 403 });
    const trial = await testKeysOf(shop);
    const { id } = await newWebhook(trial, URL_OF_SHOP, ["period.locked"]);
    expect(await call(shop.full, "GET", path(id))).toMatchObject({ status: 404 });
    expect((await call(trial.full, "GET", "/v1/webhooks")).body["items"]).toHaveLength(1);
  });

  it("is one of ten at most, however many are created concurrently", async () => {
    const many = await newAccount("many");
    const body = { url: URL_OF_SHOP, events: ["period.locked"] };
    const made = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 3 }, () =>
        call(many.full, "POST", "/v1/webhooks", body),
      ),
    );
    const { items } = (await call<{ items: unknown[] }>(many.full, "GET", "/v1/webhooks")).body;
    expect(items.length).toBe(made.filter(({ status }) => status === 201).length);
    expect(items.length).toBeLessThanOrEqual(MOST_WEBHOOKS);
    while ((await call(many.full, "POST", "/v1/webhooks", body)).status === 201);
    expect(
      (await call<{ items: unknown[] }>(many.full, "GET", "/v1/webhooks")).body.items,
    ).toHaveLength(MOST_WEBHOOKS);
    expect(await call(many.full, "POST", "/v1/webhooks", body)).toMatchObject({
      status: 409,
      body: { error: "webhook_limit_reached" },
    });
  });
});
