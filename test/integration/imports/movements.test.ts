import { expect, it } from "vitest";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
import { type Account, call } from "../../stack/api.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";

type Movement = Readonly<Record<string, unknown>> & { readonly id: string };
type Page = { readonly items: readonly Movement[]; readonly next_cursor: string | null };

const SAMPLE = SAMPLES.find(({ format }) => format.name === "amazon_avtr");
const [HEADER = ""] = textOf(SAMPLE?.bytes ?? new Uint8Array()).split("\r\n");
const NAMES = HEADER.replace(/^\uFEFF/, "").split("\t");

/** A row of the report with these cells. */
const row = (cells: Readonly<Record<string, string>>): string =>
  NAMES.map((name) => cells[name] ?? "").join("\t");

const transfer = (n: number, cells: Readonly<Record<string, string>> = {}): string =>
  row({
    SALES_CHANNEL: "AFN",
    TRANSACTION_TYPE: "FC_TRANSFER",
    TRANSACTION_EVENT_ID: `FBA${n}`,
    ACTIVITY_TRANSACTION_ID: `FBA${n}`,
    TRANSACTION_DEPART_DATE: "04-10-2026",
    TRANSACTION_COMPLETE_DATE: "08-10-2026",
    SELLER_SKU: `SKU-${n}`,
    QTY: "2",
    DEPARTURE_COUNTRY: "DE",
    ARRIVAL_COUNTRY: "PL",
    ...cells,
  });

const COST = { COST_PRICE_OF_ITEMS: "12.5", TRANSACTION_CURRENCY_CODE: "EUR" };

const ROWS = [
  transfer(1),
  transfer(2, COST),
  transfer(3, { ...COST, QTY: "3" }),
  transfer(4, { TRANSACTION_TYPE: "INBOUND", ARRIVAL_COUNTRY: "FR" }),
  transfer(5, { ARRIVAL_COUNTRY: "DE" }),
  transfer(6, { ARRIVAL_COUNTRY: "" }),
  transfer(7, { TRANSACTION_DEPART_DATE: "", TRANSACTION_COMPLETE_DATE: "01-11-2026" }),
  transfer(8, { TRANSACTION_DEPART_DATE: "soon" }),
  row({
    SALES_CHANNEL: "AFN",
    TRANSACTION_TYPE: "RETURN",
    TRANSACTION_EVENT_ID: "305-1",
    ACTIVITY_TRANSACTION_ID: "R1",
    TRANSACTION_COMPLETE_DATE: "21-10-2026",
    SELLER_SKU: "SKU-A",
    QTY: "1",
    SALE_DEPART_COUNTRY: "DE",
    SALE_ARRIVAL_COUNTRY: "GR",
  }),
  row({ SALES_CHANNEL: "AFN", TRANSACTION_TYPE: "LIQUIDATION_SOLD", TRANSACTION_EVENT_ID: "L1" }),
];

const file = (rows: readonly string[] = ROWS) => ({
  format: "amazon_avtr",
  settings: { source_id: "amazon" },
  bytes: utf8([HEADER, ...rows].join("\r\n")),
});

const listed = async ({ readOnly }: Account, query: string): Promise<Page> =>
  (await call<Page>(readOnly, "GET", `/v1/movements?${query}`)).body;

const placesOf = ({ items }: Page) =>
  items.map(({ kind, day, origin, destination }) => [kind, day, origin, destination]);

it("movements between states are kept, listed and added up by pair; none is lost", async () => {
  const seller = await newSeller("DE");
  const dry = await importedFile(seller, { ...file(), dry_run: true });
  expect(await listed(seller, "month=2026-10")).toMatchObject({ items: [] });
  await controlled(seller, dry.id, "start", {});
  const done = await overImport(seller, dry.id);
  // One movement stays in its state, one has no day, and one row is no movement of goods that are kept.
  expect(done.counts).toMatchObject({ rows: 10, committed: 0, excluded: 9, rejected: 1 });
  const october = await listed(seller, "month=2026-10");
  expect(placesOf(october).sort()).toEqual([
    ["customer_return", "2026-10-21", "EL", "DE"],
    ["inbound", "2026-10-04", "DE", "FR"],
    ["warehouse_transfer", "2026-10-04", "DE", null],
    ["warehouse_transfer", "2026-10-04", "DE", "PL"],
    ["warehouse_transfer", "2026-10-04", "DE", "PL"],
    ["warehouse_transfer", "2026-10-04", "DE", "PL"],
  ]);
  expect(october.items.find(({ sku }) => sku === "SKU-2")).toMatchObject({
    quantity: "2",
    cost_minor: 1_250,
    currency: "EUR",
    reference: "FBA2",
    source_id: "amazon",
    import_id: done.id,
  });
  expect(placesOf(await listed(seller, "month=2026-11"))).toEqual([
    ["warehouse_transfer", "2026-11-01", "DE", "PL"],
  ]);
  const csv = await call(seller.readOnly, "GET", "/v1/movements/export?month=2026-10");
  expect(csv.text.replace("\uFEFF", "").split("\r\n")).toEqual([
    "month,origin,destination,movements,quantity,currency,cost",
    "2026-10,DE,,1,2,,",
    "2026-10,DE,FR,1,2,,",
    "2026-10,DE,PL,1,2,,",
    "2026-10,DE,PL,2,5,EUR,25.00",
    "2026-10,EL,DE,1,1,,",
    "",
  ]);
});

it("a list is narrowed, and read page by page", async () => {
  const seller = await newSeller("DE");
  const rows = Array.from({ length: 23 }, (_, n) =>
    transfer(n, { ARRIVAL_COUNTRY: n % 2 === 0 ? "PL" : "CZ" }),
  );
  await importedFile(seller, file(rows));
  const seen: string[] = [];
  let cursor = "";
  do {
    const query = `month=2026-10&destination=PL&limit=5${cursor && `&cursor=${cursor}`}`;
    const page = await listed(seller, query);
    seen.push(...page.items.map(({ sku }) => String(sku)));
    cursor = page.next_cursor ?? "";
  } while (cursor);
  expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
  for (const query of ["kind=inbound", "origin=PL", "source_id=other"]) {
    expect((await listed(seller, `month=2026-10&${query}`)).items).toEqual([]);
  }
  const faulty = await call(seller.readOnly, "GET", "/v1/movements?month=2026-10&origin=Germany");
  expect([faulty.status, faulty.body]).toMatchObject([
    400,
    { error: "invalid_request", details: [{ field: "origin" }] },
  ]);
});

it("an undo takes back what its import has brought, and no more", async () => {
  const seller = await newSeller("DE");
  const count = async () => (await listed(seller, "month=2026-10")).items.length;
  const first = await importedFile(seller, file([transfer(1), transfer(2)]));
  const second = await importedFile(seller, file([transfer(2), transfer(3)]));
  expect(await count()).toBe(3);
  await controlled(seller, second.id, "undo", {});
  await overImport(seller, second.id);
  expect(await count()).toBe(2);
  await controlled(seller, first.id, "undo", {});
  await overImport(seller, first.id);
  expect(await count()).toBe(0);
  await importedFile(seller, file([transfer(1)]));
  expect(await count()).toBe(1);
});
