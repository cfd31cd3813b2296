import { expect, it } from "vitest";
import type * as z from "zod";
import type { FoundRowList } from "../../../shared/imports/jobs/row-findings.ts";
import { sampleBytes } from "../../make/import-sample.ts";
import { call } from "../../stack/api.ts";
import { findingsOf, importedFile, newImport } from "../../stack/imports.ts";
import { newSeller, type Refusal } from "../../stack/seller.ts";

type Page = z.output<typeof FoundRowList>;
type Row = Page["items"][number];

const GOOD = JSON.stringify({
  event_id: "shop:1",
  event_type: "sale",
  supply_date: "2025-08-03",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "FR",
  currency: "EUR",
  taxable_amount_minor: 100,
  vat_amount_minor: 20,
  vat_rate_bps: 2000,
  rate_category: "standard",
});

/** More than two parts of rows: broken ones, the same good one over and over, and broken ones again. */
const LINES = [
  ...Array.from({ length: 200 }, () => "{}"),
  ...Array.from({ length: 900 }, () => GOOD),
  ...Array.from({ length: 100 }, () => "not json"),
];

it("the rows that were not simply taken are listed as the file has them, page by page", async () => {
  const seller = await newSeller("SE");
  const file = {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(`${LINES.join("\n")}\n`),
    dry_run: true,
  };
  const { id, counts } = await importedFile(seller, file);
  expect(counts).toMatchObject({ rows: 1200, committed: 1, excluded: 899, rejected: 300 });
  const pageOf = (query: string) =>
    call<Page>(seller.readOnly, "GET", `/v1/imports/${id}/rows?${query}`);
  const listed = async (query: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { status, body }: { status: number; body: Page } = await pageOf(
        `limit=170&${query}${cursor && `&cursor=${cursor}`}`,
      );
      expect(status).toBe(200);
      expect(body.items.length).toBeLessThanOrEqual(170);
      rows.push(...body.items);
      cursor = body.next_cursor;
    }
    return rows;
  };
  const all = await listed("");
  const [, ...lines] = await findingsOf(seller, id);
  expect(all.map(({ row, outcome, reason }) => `${row},${outcome},${reason}`)).toEqual(
    lines.map((line) => line.split(",", 3).join(",")),
  );
  const excluded = await listed("outcome=excluded");
  expect(excluded).toEqual(all.filter(({ outcome }) => outcome === "excluded"));
  expect(excluded).toHaveLength(899);
  expect(await listed("outcome=conflict")).toEqual([]);
  for (const query of ["outcome=gone", "cursor=x", "limit=0"]) {
    expect((await pageOf(query)).status).toBe(400);
  }
  const waiting = await newImport(seller, file);
  const none = await call<Refusal>(seller.full, "GET", `/v1/imports/${waiting.id}/rows`);
  expect([none.status, none.body.error]).toEqual([404, "not_found"]);
});

it("a finding names the order, the day, the country and the amount, and can be asked for by its reason", async () => {
  const seller = await newSeller("DE");
  const file = {
    format: "shopify_csv",
    settings: { source_id: "shop", dispatch_country: "DE" },
    bytes: sampleBytes("shopify-orders.csv"),
  };
  const { id, reasons, months, countries } = await importedFile(seller, file);
  const rowsOf = async (query: string): Promise<readonly Row[]> =>
    (await call<Page>(seller.readOnly, "GET", `/v1/imports/${id}/rows?limit=100&${query}`)).body
      .items;
  const [row, ...others] = await rowsOf("reason=no_vat_charged");
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    outcome: "unresolved",
    order_id: "#1007",
    supply_date: "2026-10-05",
    country: "NL",
    currency: "EUR",
    gross_amount_minor: 2400,
    value: null,
  });
  for (const [reason, count] of Object.entries(reasons)) {
    expect(await rowsOf(`reason=${reason}`)).toHaveLength(count);
  }
  // The remark on a sale names the number of the shop as well, and not the id that its event has.
  const [remark] = await rowsOf("reason=refund_not_importable");
  expect(remark?.order_id).toMatch(/^#\d+$/);
  expect(await rowsOf("reason=unheard_of")).toEqual([]);
  const [head, ...lines] = await findingsOf(seller, id);
  expect(head).toMatch(/,order_id,supply_date,country,currency,gross_amount,value,shop_order_id$/);
  expect(lines.find((line) => line.includes("no_vat_charged"))).toMatch(
    /,#1007,2026-10-05,NL,EUR,24\.00,,5000000001007$/,
  );
  const vatOf = (sums: readonly { currency: string; vat_amount_minor: number }[]) =>
    sums.flatMap(({ currency, vat_amount_minor }) => (currency === "EUR" ? vat_amount_minor : []));
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  expect(total(vatOf(months))).toBe(total(vatOf(countries)));
  // A file that is there already adds nothing that an undo would take out.
  const again = await importedFile(seller, file);
  expect([again.counts.committed, again.months]).toEqual([0, []]);
  expect(again.countries).toEqual(countries);
});

it("a rate that is not in force is a remark on the row that was taken, in the check and once it is booked", async () => {
  const seller = await newSeller("SE");
  const wrong = GOOD.replace("2000,", "1600,").replace(
    '"vat_amount_minor":20',
    '"vat_amount_minor":16',
  );
  const right = GOOD.replace("shop:1", "shop:2");
  const file = {
    format: "events_ndjson",
    settings: { source_id: "shop" },
    bytes: new TextEncoder().encode(`${wrong}\n${right}\n`),
  };
  for (const dry_run of [true, false]) {
    const { id, counts, reasons } = await importedFile(seller, { ...file, dry_run });
    expect(counts).toMatchObject({ rows: 2, committed: 2 });
    expect(reasons).toEqual({ "check:rate_not_in_force": 1 });
    const path = `/v1/imports/${id}/rows?reason=check:rate_not_in_force`;
    const { items } = (await call<Page>(seller.readOnly, "GET", path)).body;
    expect(items).toMatchObject([
      {
        row: "1",
        outcome: "event",
        message: "The rate was not in force in the Member State on that day.",
        country: "FR",
      },
    ]);
  }
  const again = await importedFile(seller, { ...file, dry_run: false });
  expect(again.reasons).toEqual({});
});

it("another report is named by its format", async () => {
  const seller = await newSeller("DE");
  const { error } = await importedFile(seller, {
    format: "amazon_vcs",
    settings: { source_id: "amazon" },
    bytes: sampleBytes("amazon-avtr.tsv"),
  });
  expect(error).toMatchObject({ code: "wrong_report", recognised_format: "amazon_avtr" });
  const page = await importedFile(seller, {
    format: "amazon_vcs",
    settings: { source_id: "amazon" },
    bytes: new TextEncoder().encode("<html>"),
  });
  expect(page.error).toMatchObject({ code: "web_page", recognised_format: null });
  const invoice = await importedFile(seller, {
    format: "amazon_vcs",
    settings: { source_id: "amazon" },
    bytes: new TextEncoder().encode('<?xml version="1.0"?><Invoice/>'),
  });
  expect(invoice.error?.message).toMatch(/^The file is an e-invoice \(UBL invoice\)/);
  const rows = await call(seller.readOnly, "GET", `/v1/imports/${invoice.id}/rows`);
  expect([rows.status, rows.body]).toEqual([
    200,
    { items: [], next_cursor: null, error: invoice.error },
  ]);
});
