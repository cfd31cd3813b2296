import { expect, it } from "vitest";
import { recordCommands } from "../../../scripts/bench/harness/engine-calls.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import {
  listMovements,
  saveMovements,
  undoMovements,
} from "../../../shared/imports/movements/store-movements.ts";
import {
  AMAZON_COST,
  amazonReport,
  amazonRow,
  amazonTransfer,
} from "../../make/amazon-movements.ts";
import { type Account, call } from "../../stack/api.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";

type Movement = Readonly<Record<string, unknown>> & { readonly id: string };
type Page = { readonly items: readonly Movement[]; readonly next_cursor: string | null };

const ROWS = [
  amazonTransfer(1),
  amazonTransfer(2, AMAZON_COST),
  amazonTransfer(3, { ...AMAZON_COST, QTY: "3" }),
  amazonTransfer(4, { TRANSACTION_TYPE: "INBOUND", ARRIVAL_COUNTRY: "FR" }),
  amazonTransfer(5, { ARRIVAL_COUNTRY: "DE" }),
  amazonTransfer(6, { ARRIVAL_COUNTRY: "" }),
  amazonTransfer(7, { TRANSACTION_DEPART_DATE: "", TRANSACTION_COMPLETE_DATE: "01-11-2026" }),
  amazonTransfer(8, { TRANSACTION_DEPART_DATE: "soon" }),
  amazonRow({
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
  amazonRow({
    SALES_CHANNEL: "AFN",
    TRANSACTION_TYPE: "LIQUIDATION_SOLD",
    TRANSACTION_EVENT_ID: "L1",
  }),
];

const file = (rows: readonly string[] = ROWS) => amazonReport(rows);

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
    amazonTransfer(n, { ARRIVAL_COUNTRY: n % 2 === 0 ? "PL" : "CZ" }),
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
  const first = await importedFile(seller, file([amazonTransfer(1), amazonTransfer(2)]));
  const second = await importedFile(seller, file([amazonTransfer(2), amazonTransfer(3)]));
  expect(await count()).toBe(3);
  await controlled(seller, second.id, "undo", {});
  await overImport(seller, second.id);
  expect(await count()).toBe(2);
  await controlled(seller, first.id, "undo", {});
  await overImport(seller, first.id);
  expect(await count()).toBe(0);
  await importedFile(seller, file([amazonTransfer(1)]));
  expect(await count()).toBe(1);
});

it("two hundred movements take one call for each 25, and one named twice is one", async () => {
  const { account } = await newSeller("DE");
  const by = { import_id: "import", source_id: "amazon", now: new Date() };
  const movement = (n: number) => ({
    ...{ id: `m-${n}`, kind: "inbound" as const, day: "2026-10-04" as IsoDate, origin: "DE" },
    ...{ destination: "PL", sku: null, quantity: null, reference: null },
    ...{ cost_minor: null, currency: null },
  });
  const movements = [...Array.from({ length: 200 }, (_, n) => movement(n)), movement(7)];
  const calls = await recordCommands(() => saveMovements(account, movements, by));
  expect(calls).toHaveLength(2 + 8);
  const list = () => listMovements(account, { month: "2026-10" }, 2_000);
  expect(await list()).toHaveLength(200);
  await undoMovements(account, movements, { ...by, import_id: "other" });
  expect(await list()).toHaveLength(200);
  await undoMovements(account, movements, by);
  expect(await list()).toEqual([]);
});
