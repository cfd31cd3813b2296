import { afterAll, beforeAll, expect, it } from "vitest";
import type { Account } from "../../../stack/api.ts";
import { type HeldApi, startHeldApi } from "../../../stack/held-calls.ts";

/* Each refund has read what is left of its sale before it is written, and another one may take that in between. */
let api: HeldApi["api"];
let calls: HeldApi["calls"];
let call: typeof import("../../../stack/api.ts")["callAt"];
let seller: Account;

beforeAll(async () => {
  ({ api, calls } = await startHeldApi());
  const { callAt, newAccount } = await import("../../../stack/api.ts");
  call = callAt;
  seller = await newAccount("refunds");
});
afterAll(() => api.stop());

const line = (line_id: string, tax_class_id: string, gross_amount_minor: number) => ({
  line_id,
  tax_class_id,
  gross_amount_minor,
});

/** Commits an order of EUR 119.00 at 19 % and EUR 21.40 at 7 %. */
const commitOrder = (event_id: string) =>
  call(api.url, seller.full, "POST", "/v1/vat/calculate", {
    items: [
      {
        country: "DE",
        currency: "EUR",
        price_includes_vat: true,
        transaction_date: "2025-08-01",
        lines: [line("lamp", "standard", 11_900), line("book", "books", 2_140)],
        supply: { supply_kind: "goods", dispatch_country: "SE" },
        commit: { event_id, event_type: "sale" },
      },
    ],
  });

const refund = (order: string, event_id: string, asked: object) =>
  call(api.url, seller.full, "POST", `/v1/supply-events/${order}/refunds`, {
    event_id,
    supply_date: "2025-08-20",
    ...asked,
  });

/** Holds the write of the refund `event_id`. */
const holdWrite = (event_id: string) =>
  calls.next(
    (operation, input) => operation === "TransactWriteItems" && input.includes(`${event_id}-`),
  );

const FULL = { in_full: true };

async function expectTakenOnce() {
  const { auditOf } = await import("../../../stack/audit.ts");
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });
  const { body } = await call(api.url, seller.readOnly, "GET", "/v1/supply-events");
  const above = (body["items"] as { checks: object[] }[]).flatMap(({ checks }) => checks);
  expect(above).toEqual([]);
}

it("of two refunds in full the slower one finds nothing left", async () => {
  await commitOrder("order-1");
  const held = holdWrite("slow-1");
  const slow = refund("order-1", "slow-1", FULL);
  await held.reached;
  expect((await refund("order-1", "fast-1", FULL)).status).toBe(200);
  held.release();

  expect(await slow).toMatchObject({ status: 409, body: { error: "nothing_to_refund" } });
  await expectTakenOnce();
});

it("a refund in full takes what a faster one has left", async () => {
  await commitOrder("order-2");
  const held = holdWrite("slow-2");
  const slow = refund("order-2", "slow-2", FULL);
  await held.reached;
  expect((await refund("order-2", "fast-2", { gross_amount_minor: 4_040 })).status).toBe(200);
  held.release();

  expect(await slow).toMatchObject({ status: 200, body: { gross_amount_minor: 10_000 } });
  await expectTakenOnce();
});

it("a request that was sent twice is booked once", async () => {
  await commitOrder("order-3");
  const held = holdWrite("twice");
  const slow = refund("order-3", "twice", { gross_amount_minor: 4_040 });
  await held.reached;
  expect((await refund("order-3", "twice", { gross_amount_minor: 4_040 })).status).toBe(200);
  held.release();

  expect(await slow).toMatchObject({ status: 200, body: { gross_amount_minor: 4_040 } });
  await expectTakenOnce();
});

it("a request that was sent twice is booked once, though a part was refunded in between", async () => {
  await commitOrder("order-4");
  const held = holdWrite("again");
  const slow = refund("order-4", "again", FULL);
  await held.reached;
  await refund("order-4", "part", { gross_amount_minor: 40 });
  expect((await refund("order-4", "again", FULL)).status).toBe(200);
  held.release();

  expect(await slow).toMatchObject({
    status: 200,
    body: { gross_amount_minor: 14_000, items: [{ status: "duplicate" }, {}] },
  });
  await expectTakenOnce();
});
