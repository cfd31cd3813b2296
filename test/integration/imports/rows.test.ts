import { expect, it } from "vitest";
import type * as z from "zod";
import type { FoundRowList } from "../../../shared/imports/jobs/row-findings.ts";
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
  const kept = await listed("outcome=excluded");
  expect(kept).toEqual(all.filter(({ outcome }) => outcome === "excluded"));
  expect(kept).toHaveLength(899);
  expect(await listed("outcome=conflict")).toEqual([]);
  for (const query of ["outcome=gone", "cursor=x", "limit=0"]) {
    expect((await pageOf(query)).status).toBe(400);
  }
  const waiting = await newImport(seller, file);
  const none = await call<Refusal>(seller.full, "GET", `/v1/imports/${waiting.id}/rows`);
  expect([none.status, none.body.error]).toEqual([404, "not_found"]);
});
