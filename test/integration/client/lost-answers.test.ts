import { expect, inject, it } from "vitest";
import { createClient } from "../../../client/src/eu-vat-client.ts";
import { loadWebhookSecrets } from "../../../shared/notifications/webhooks/store-webhooks.ts";
import { call, newAccount } from "../../stack/api.ts";
import { noteSecrets } from "../../stack/kept-logs.ts";
import { newWebhook } from "../../stack/webhooks.ts";

/** A client whose requests are carried out, and whose first answer is lost as by a broken connection. */
function losingClient(apiKey: string) {
  const counts = { carriedOut: 0 };
  const losing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    counts.carriedOut += 1;
    if (counts.carriedOut > 1) return response;
    await response.arrayBuffer();
    throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
  };
  return { client: createClient({ baseUrl: inject("stack").url, apiKey, fetch: losing }), counts };
}

const ADDRESS = "https://receiver.example/hook";

const count = async (key: string, path: string) =>
  (await call<{ items: readonly object[] }>(key, "GET", path)).body.items.length;

it("a webhook or key is created once if its response is lost, and the caller gets its secret", async () => {
  const { full } = await newAccount("lost-creation");
  const { client: hooks } = losingClient(full);
  const body = { url: ADDRESS, events: ["period.locked" as const] };
  expect((await hooks.createWebhook({ body })).secret).toMatch(/^whsec_/);
  expect(await count(full, "/v1/webhooks")).toBe(1);
  const before = await count(full, "/v1/api-keys");
  const { client: keys } = losingClient(full);
  const key = { name: "lost", scope: "full" as const };
  const { api_key } = await keys.createApiKey({ body: key });
  noteSecrets([api_key.slice(-43)]);
  expect((await call(api_key, "GET", "/v1/account")).status).toBe(200);
  expect(await count(full, "/v1/api-keys")).toBe(before + 1);
});

it("a secret is rotated once if the response is lost, so that the receiver's secret still signs", async () => {
  const account = await newAccount("lost-rotation");
  const { id } = await newWebhook(account, ADDRESS, ["period.locked"]);
  const { client, counts } = losingClient(account.full);
  const { secret } = await client.rotateWebhookSecret({ path: { id } });
  expect(counts.carriedOut).toBe(2);
  const [first, second, ...more] = await loadWebhookSecrets(account.account, id, new Date());
  expect([first, more]).toEqual([secret, []]);
  expect(second).not.toBe(secret);
});

it("a request with an Idempotency-Key is repeated if its response is lost, and carried out once", async () => {
  const { full } = await newAccount("lost-source");
  const { client, counts } = losingClient(full);
  const body = { source_key: "shop", display_name: "Shop", channel_type: "owned_store" as const };
  expect(await client.createSource({ body })).toMatchObject({ source_key: "shop" });
  expect(counts.carriedOut).toBe(2);
  expect(await count(full, "/v1/sources")).toBe(1);
});
