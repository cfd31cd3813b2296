import { beforeAll, expect, it } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { newRun } from "../../../shared/shops/catch-up/catch-up.ts";
import {
  readConnection,
  readConnections,
} from "../../../shared/shops/catch-up/process-catch-up.ts";
import { saveCatchUp } from "../../../shared/shops/catch-up/store-catch-ups.ts";
import { existingConnection } from "../../../shared/shops/connections/manage.ts";
import { noteAccess } from "../../../shared/shops/connections/note-state.ts";
import { callHolder } from "../../stack/held-calls.ts";
import { newSeller } from "../../stack/seller.ts";
import { WOO_KEYS } from "../../stack/shop-server.ts";
import { connectedWoo, giveAccess } from "../../stack/shops.ts";

/*
 * A connection and its catch-up are two items. A run that ended between the two reads was shown as failed, and its
 * access as sound.
 */
let calls: ReturnType<typeof callHolder>;
beforeAll(() => {
  calls = callHolder(dynamo);
});

const now = new Date("2026-11-26T08:00:00.000Z");

/** Ends a run of a catch-up as a step does: the fault first. */
async function failed(account: LedgerId, id: string): Promise<void> {
  const connection = await existingConnection(account, id);
  const access = { code: "pull_failed", message: "the shop answered 503" } as const;
  await noteAccess(account, connection, access, now);
  const run = newRun(undefined, {
    connection_id: id,
    run: "run",
    from: "2026-10-01T00:00:00.000Z",
    connected_at: now.toISOString(),
    now,
  });
  await saveCatchUp(account, { ...run, state: "failed", done_at: now.toISOString() });
}

it.each([
  ["one", "GetItem", (account: LedgerId, id: string) => readConnection(account, id, now)],
  [
    "the list",
    "BatchGetItem",
    async (account: LedgerId) => (await readConnections(account, now))[0],
  ],
])("a run that fails before its catch-up is read: %s", async (_, operation, read) => {
  const shop = await connectedWoo(await newSeller("SE", { establishment_country: "SE" }));
  const { account } = shop.seller;
  await giveAccess(shop, { url: "https://shop.example" }, WOO_KEYS);
  const held = calls.next((asked, input) => asked === operation && input.includes("CATCH_UP"));
  const reading = read(account, shop.id);
  await held.reached;
  await failed(account, shop.id);
  held.release();
  expect(await reading).toMatchObject({
    catch_up: { state: "failed" },
    access: { fault: { code: "pull_failed" } },
  });
});
