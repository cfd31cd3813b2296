import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../scripts/local/api-server.ts";
import { type Account, callAt, newAccount } from "../../stack/api.ts";
import { startApiHere } from "../../stack/api-here.ts";

/* A stage without connected shops, served by this process. */
let server: ApiServer;
let seller: Account;
beforeAll(async () => {
  vi.stubEnv("NOT_ENABLED", "connections");
  server = await startApiHere();
  seller = await newAccount("no-shops");
});
afterAll(() => server.stop());

const CONNECTION = {
  kind: "woocommerce",
  source_id: "shop",
  settings: { dispatch_country: "SE" },
};

it.each([
  ["/v1/connections", CONNECTION],
  ["/v1/connections/cn_1/catch-up", {}],
  ["/v1/connections/cn_1/open-orders/1/book", {}],
  ["/v1/inbound/cn_1", {}],
])("POST %s names the setting", async (path, body) => {
  expect(await callAt(server.url, seller.full, "POST", path, body)).toMatchObject({
    status: 409,
    body: { error: "not_enabled", message: expect.stringContaining("`connections`") },
  });
});

it("says so to those alone who may connect a shop", async () => {
  const { status } = await callAt(server.url, "wrong", "POST", "/v1/connections", CONNECTION);
  expect(status).toBe(401);
});

it("lists what was connected before", async () => {
  const path = "/v1/connections";
  expect(await callAt(server.url, seller.full, "GET", path)).toMatchObject({
    status: 200,
    body: { items: [] },
  });
});
