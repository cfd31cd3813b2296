import { describe, expect, it, test } from "vitest";
import type { ImportView } from "../../../shared/imports/jobs/schema.ts";
import { wooOrder } from "../../make/shop-order.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { controlled, importedFile } from "../../stack/imports.ts";
import { committed, newSeller } from "../../stack/seller.ts";

const GOOD = makeSale({ event_id: "good", supply_date: "2025-08-03" as never });
const FAULTY = { vat_rate_bps: "20 %" };

/** Three rows that no event can be made of: two of August, and one without a day. */
const ROWS = [
  GOOD,
  { ...GOOD, event_id: "first", ...FAULTY },
  { ...GOOD, event_id: "second", ...FAULTY },
  { ...GOOD, event_id: "undated", supply_date: "03.08.2025" },
];

async function importWithOpenRows(dry_run = false): Promise<{ seller: Account; id: string }> {
  const seller = await newSeller();
  const { id } = await importedFile(seller, {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(ROWS.map((row) => `${JSON.stringify(row)}\n`).join("")),
    dry_run,
  });
  await committed(seller, [
    { ...GOOD, event_id: "typed-1" as never },
    { ...GOOD, event_id: "typed-2" as never },
  ]);
  return { seller, id };
}

const settle = ({ full }: Account, id: string, body: unknown) =>
  call<ImportView & { error: string; details?: { field: string }[] }>(
    full,
    "POST",
    `/v1/imports/${id}/settled-rows`,
    JSON.stringify(body),
  );

type Prep = { readonly open_import_rows: readonly { month: string | null; row_count: number }[] };

const openRowsOf = async ({ readOnly }: Account) =>
  (
    await call<Prep>(readOnly, "GET", "/v1/reports/filing-prep?period=2025-Q3")
  ).body.open_import_rows.map(({ month, row_count }) => [month, row_count]);

describe("one row of an import that an event was entered for", () => {
  it("is open no more, and the others of its month are", async () => {
    const { seller, id } = await importWithOpenRows();
    const { status, body, text } = await settle(seller, id, { row: "2", event_id: "typed-1" });
    expect(status, text).toBe(200);
    expect(body.open_rows).toEqual([
      { month: null, row_count: 1 },
      { month: "2025-08", row_count: 1 },
    ]);
    expect(body.open_rows_settled_at).toBeNull();
    expect(await openRowsOf(seller)).toEqual([
      [null, 1],
      ["2025-08", 1],
    ]);
    const { body: rows } = await call(seller.readOnly, "GET", `/v1/imports/${id}/rows`);
    expect(rows).toMatchObject({
      items: [
        { row: "2", settled_event_id: "typed-1" },
        { row: "3", settled_event_id: null },
        { row: "4", settled_event_id: null },
      ],
    });
    await settle(seller, id, { row: "3", event_id: "typed-2" });
    await settle(seller, id, { row: "4", event_id: "typed-2" });
    expect(await openRowsOf(seller)).toEqual([]);
    expect(await controlled(seller, id, "undo")).toMatchObject({ status: "undoing" });
  });

  it("counts once, by repeated and by concurrent requests, and keeps its first event", async () => {
    const { seller, id } = await importWithOpenRows();
    const answers = await Promise.all([
      settle(seller, id, { row: "2", event_id: "typed-1" }),
      settle(seller, id, { row: "2", event_id: "typed-1" }),
      settle(seller, id, { row: "3", event_id: "typed-2" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await settle(seller, id, { row: "2", event_id: "typed-1" })).body.open_rows).toEqual([
      { month: null, row_count: 1 },
    ]);
    expect(await settle(seller, id, { row: "2", event_id: "typed-2" })).toMatchObject({
      status: 409,
      body: { error: "import_state_conflict" },
    });
  });

  test.for<[string, object, string[]]>([
    ["no row", { event_id: "typed-1" }, ["row"]],
    ["an empty row", { row: "", event_id: "typed-1" }, ["row"]],
    ["no event", { row: "2" }, ["event_id"]],
    ["an event that is not there", { row: "2", event_id: "nowhere" }, ["event_id"]],
    ["an unknown field", { row: "2", event_id: "typed-1", month: "2025-08" }, ["month"]],
  ])("stays open with %s", async ([, body, fields]) => {
    const { seller, id } = await importWithOpenRows();
    const refused = await settle(seller, id, body);
    expect(refused.status).toBe(400);
    expect(refused.body.details?.map(({ field }) => field)).toEqual(fields);
    expect(await openRowsOf(seller)).toEqual([
      [null, 1],
      ["2025-08", 2],
    ]);
  });

  it("stays open for a read-only key, for an unknown row, and before the commit or after all are settled", async () => {
    const { seller, id } = await importWithOpenRows();
    const body = { row: "2", event_id: "typed-1" };
    expect((await settle({ ...seller, full: seller.readOnly }, id, body)).status).toBe(403);
    expect((await settle(seller, id, { ...body, row: "1" })).status).toBe(404);
    await controlled(seller, id, "settle");
    expect((await settle(seller, id, body)).body.error).toBe("import_state_conflict");
    const checked = await importWithOpenRows(true);
    expect((await settle(checked.seller, checked.id, body)).body.error).toBe(
      "import_state_conflict",
    );
  });
});

it("a sale that was entered for a row of an order is not booked again by a later file that has what was missing", async () => {
  const seller = await newSeller("SE", { establishment_country: "SE" });
  const order = wooOrder({ id: 7, day: "2025-08-14", lines: [{ net: 10_000, rate: 1_900 }] });
  const nowhere = { ...order, billing: { country: "" }, shipping: { country: "" } };
  const file = (orders: readonly object[]) => ({
    format: "woocommerce_json",
    settings: { source_id: "shop", dispatch_country: "SE" },
    bytes: new TextEncoder().encode(JSON.stringify(orders)),
  });
  const { id, counts } = await importedFile(seller, file([nowhere]));
  expect(counts).toMatchObject({ unresolved: 1, committed: 0 });
  const { body } = await call<{ items: { row: string; shop_order_id: string }[] }>(
    seller.readOnly,
    "GET",
    `/v1/imports/${id}/rows`,
  );
  const [row] = body.items;
  expect(row).toMatchObject({ shop_order_id: "7", reason: "country_missing" });
  const event_id = `shop:${row?.shop_order_id}:goods:1900`;
  const entered = makeSale({ event_id, supply_date: "2025-08-14" as never, source_id: "shop" });
  await committed(seller, [entered]);
  expect((await settle(seller, id, { row: row?.row, event_id })).status).toBe(200);
  const later = await importedFile(seller, file([order]));
  expect(later.counts).toMatchObject({ committed: 0 });
  const path = "/v1/returns/union-oss/2025-Q3";
  expect((await call(seller.readOnly, "GET", path)).body).toMatchObject({
    totals: { taxable_minor: 10_000, payable_vat_minor: 1_900 },
  });
});
