import { expect, it } from "vitest";
import { sha256Of } from "../../../shared/core/hash.ts";
import { noteDelivery } from "../../../shared/shops/connections/store-inbound.ts";
import { call } from "../../stack/api.ts";
import { newSeller } from "../../stack/seller.ts";
import { connectedWoo } from "../../stack/shops.ts";

it("lists each message once over all pages, however many were noted at one instant", async () => {
  const { seller, id } = await connectedWoo(await newSeller("SE"));
  const now = new Date("2026-10-05T10:00:00.000Z");
  const hashes = Array.from({ length: 23 }, (_, n) => sha256Of(`message ${n}`));
  for (const hash of hashes) {
    const noted = { connection_id: id, hash, topic: "catch-up", size_bytes: 1 };
    const delivery = { ...noted, received_at: now.toISOString(), vendor_id: undefined };
    await noteDelivery(seller.account, delivery, now);
  }
  type Page = { items: { id: string }[]; next_cursor: string | null };
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `limit=5${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const path = `/v1/connections/${id}/deliveries?${query}`;
    const { body }: { body: Page } = await call<Page>(seller.readOnly, "GET", path);
    found.push(...body.items.map((delivery) => delivery.id));
    cursor = body.next_cursor;
  }
  expect(found.toSorted()).toEqual(hashes.toSorted());
});
