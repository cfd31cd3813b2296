import { beforeAll, describe, expect, it } from "vitest";
import { SAMPLES } from "../../make/import-sample.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import { controlled, importedFile, overImport } from "../../stack/imports.ts";
import { type Bridge, expectEachLineOpens } from "../../stack/opened-lines.ts";
import { committed, newSeller } from "../../stack/seller.ts";

/*
 * Three files of one quarter, and their bridges worked out by hand from the amounts in the files
 * (test/imports/samples). The totals of the Shopify orders are 390.47 EUR. Those of WooCommerce are 538.30, and a left-out
 * refund of 10.00 is subtracted; one of 24.00 has no currency, because its sale was left out, too. The amounts of Amazon
 * without the committed refund are 237.99, and 19.99 of a row whose VAT Amazon has not calculated: nothing of it is read,
 * neither amount nor day, so no quarter has it. The seller is registered, so that two sales taxed at home, of 23.80 and 29.50,
 * are open questions (Art. 59c(3)).
 */
/** A line as it is written below: code, count, and amounts with VAT, taxable amounts and VAT by currency. */
type Line = readonly [code: string, count: number, ...amounts: string[]];

const SIGNS = { plus: "+", minus: "-", equals: "=" };

const written = ({ lines }: Bridge): Line[] =>
  lines.map(({ sign, code, count, amounts }) => [
    `${SIGNS[sign]} ${code}`,
    count,
    ...amounts.map((amount) =>
      [
        amount.currency,
        amount.gross_amount_minor ?? "",
        amount.taxable_amount_minor ?? "",
        amount.vat_amount_minor ?? "",
      ]
        .join(" ")
        .trimEnd(),
    ),
  ]);

const OF_IMPORT: Readonly<Record<string, readonly Line[]>> = {
  shopify_csv: [
    ["+ in_files", 15, "EUR 39047", "SEK 106250"],
    ["- no_sale", 1, "EUR 2400"],
    ["- domestic", 1, "EUR 1900"],
    ["- outside_union", 2, "EUR 4800"],
    ["- unresolved", 3, "EUR 7180"],
    ["= committed", 8, "EUR 22767 19108 3659", "SEK 106250 85000 21250"],
  ],
  woocommerce_json: [
    ["+ in_files", 13, "EUR 52830"],
    ["- no_sale", 1, "EUR 2400"],
    ["- domestic", 2, "EUR 8330"],
    ["- outside_union", 1, "EUR 5000"],
    ["- business", 1, "EUR 10000"],
    ["- other_exclusions", 1],
    ["- unresolved", 1, "EUR -1000"],
    ["+ refunds", 2, "EUR -3700 -3083 -617"],
    ["= committed", 8, "EUR 24400 20484 3916"],
  ],
  amazon_avtr: [
    ["+ in_files", 19, "EUR 23799", "GBP 2400", "SEK 19900"],
    ["- no_sale", 3],
    ["- domestic", 2, "EUR 3780"],
    ["- outside_union", 1, "EUR 3000"],
    ["- business", 1, "EUR 2479"],
    ["- marketplace", 2, "EUR 1900"],
    ["- unresolved", 3, "EUR 450"],
    ["+ refunds", 1, "EUR -2500 -2083 -417"],
    ["= committed", 8, "EUR 9690 8182 1508", "GBP 2400 2000 400", "SEK 19900 15920 3980"],
  ],
};

/** The quarter has not ended, so GBP and SEK have no rate. Beside the files a sale of 100.00 to a business is recorded. */
const OF_QUARTER: readonly Line[] = [
  ["+ in_files", 49, "EUR 109476", "GBP 2400", "SEK 126150"],
  ["- no_sale", 5, "EUR 4800"],
  ["- domestic", 5, "EUR 14010"],
  ["- outside_union", 4, "EUR 12800"],
  ["- business", 2, "EUR 12479"],
  ["- marketplace", 2, "EUR 1900"],
  ["- other_exclusions", 1],
  ["- unresolved", 6, "EUR 6630"],
  ["+ recorded_otherwise", 1, "EUR 10000"],
  ["= recorded", 25, "EUR 66857 57774 9083", "GBP 2400 2000 400", "SEK 126150 100920 25230"],
  ["- business", 1, "EUR 10000 10000 0"],
  ["- other_exclusions", 3, "GBP 2400 2000 400", "SEK 126150 100920 25230"],
  ["= in_return", 21, "EUR 56857 47774 9083"],
  ["= payable", 21, "EUR   9083"],
];

const QUARTER = "/v1/returns/union-oss/2026-Q4";

const sampleOf = (name: string) =>
  SAMPLES.find(({ format }) => format.name === name) as (typeof SAMPLES)[number];

let seller: Account;
const ids = new Map<string, string>();

const got = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await call<Body>(seller.readOnly, "GET", path);
  expect(status, text).toBe(200);
  return body;
};

beforeAll(async () => {
  seller = await newSeller("DE");
  for (const { format, settings, bytes } of SAMPLES) {
    if (!Object.hasOwn(OF_IMPORT, format.name)) continue;
    const file = { format: format.name, settings, bytes };
    ids.set(format.name, (await importedFile(seller, file)).id);
  }
  const toBusiness = { customer_type: "b2b", vat_amount_minor: 0, vat_rate_bps: 0 } as const;
  const amount = { taxable_amount_minor: 10_000, supply_date: "2026-10-05" as never };
  await committed(seller, makeSale({ ...toBusiness, ...amount, rate_category: "zero" }));
});

describe("the bridge", () => {
  it.for(Object.entries(OF_IMPORT))("of %s ends at what was committed", async ([name, lines]) => {
    const bridge = await got<Bridge>(`/v1/imports/${ids.get(name)}/bridge`);
    expect(written(bridge)).toEqual(lines);
    expect(bridge.unknown).toEqual([]);
  });

  it("of a source is the sum of its imports", async () => {
    const source = "/v1/imports/bridge?source_id=woo-eu";
    expect(written(await got(source))).toEqual(OF_IMPORT["woocommerce_json"]);
    const none = await got<Bridge>("/v1/imports/bridge?source_id=nobody");
    expect(written(none)).toEqual([
      ["+ in_files", 0],
      ["= committed", 0],
    ]);
  });

  it("of their quarter ends at the return", async () => {
    const bridge = await got<Bridge>(`${QUARTER}/bridge`);
    expect(written(bridge)).toEqual(OF_QUARTER);
    expect(bridge).toMatchObject({ locked: false, recount_pending: null });
    const unknown = [{ code: "rows_without_month", count: 1, before: null }];
    expect(bridge.unknown).toEqual(unknown);
    const { totals } = await got<{ totals: object }>(QUARTER);
    expect(totals).toMatchObject({ taxable_minor: 47_774, payable_vat_minor: 9_083 });
  });

  it("opens exactly the rows or events of each line, which add up to it", async () => {
    const codes = await expectEachLineOpens(seller, QUARTER);
    expect(codes).toHaveLength(OF_QUARTER.length);
  });

  it("of each of two quarters opens only its own rows of one file", async () => {
    const other = await newSeller("DE");
    const { format, settings, pieces } = sampleOf("shopify_csv");
    const { head, records, separator, tail } = pieces;
    // Every second order is of September.
    const dated = records.map((record, n) =>
      n % 2 === 0 ? record.replaceAll("2026-10-", "2026-09-") : record,
    );
    const bytes = new TextEncoder().encode(head + dated.join(separator) + tail);
    const { id } = await importedFile(other, { format: format.name, settings, bytes });
    for (const quarter of ["2026-Q3", "2026-Q4"]) {
      const codes = await expectEachLineOpens(other, `/v1/returns/union-oss/${quarter}`);
      expect(codes).toEqual(expect.arrayContaining(["files outside_union", "files unresolved"]));
    }
    const { body } = await call(other.readOnly, "GET", `/v1/imports/${id}/rows?month=2026-9`);
    expect(body).toMatchObject({ error: "invalid_request" });
  });

  it("is a sheet of the working paper", async () => {
    const { status, headers } = await call(seller.readOnly, "GET", `${QUARTER}/working-paper`);
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("sheet")]);
  });

  it("of a repeated file commits nothing, and says what was there", async () => {
    const { format, settings, bytes } = sampleOf("woocommerce_json");
    const again = await importedFile(seller, { format: format.name, settings, bytes });
    const lines = written(await got(`/v1/imports/${again.id}/bridge`));
    expect(lines[1]).toEqual(["- repeated", 7, "EUR 24400"]);
    expect(lines.at(-1)).toEqual(["= committed", 0]);
  });

  it("leaves an undone import out, and the audit finds each excluded amount", async () => {
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
    const id = String(ids.get("shopify_csv"));
    await controlled(seller, id, "undo");
    await overImport(seller, id);
    const lines = written(await got(`${QUARTER}/bridge`));
    expect(lines.find(([code]) => code === "= in_return")).toEqual([
      "= in_return",
      14,
      "EUR 34090 28666 5424",
    ]);
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], faults: [] });
  });
});
