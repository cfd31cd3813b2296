import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { appOf } from "../src/app.ts";
import { ShopFile } from "../src/shops.ts";

test("a body that is larger than any cart is refused unread, and the next call is answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shops-"));
  const server = appOf({
    appUrl: "http://127.0.0.1",
    appSecret: "secret",
    shops: new ShopFile(join(folder, "shops.json")),
    serviceUrl: "http://127.0.0.1:1",
    apiKey: "",
    taxClasses: {},
    timeoutMs: 500,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/taxes`;
  const statusOf = async (bytes: number) =>
    (await fetch(url, { method: "POST", body: new Uint8Array(bytes) })).status;
  assert.equal(await statusOf(1_048_577), 413);
  assert.equal(await statusOf(100), 401);
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});
