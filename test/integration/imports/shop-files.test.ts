import { expect, it } from "vitest";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES, type Sample } from "../../make/import-sample.ts";
import { answersOf } from "../../make/shop-answers.ts";
import { call } from "../../stack/api.ts";
import { importedFile } from "../../stack/imports.ts";
import { newSeller } from "../../stack/seller.ts";

const SHOPIFY = SAMPLES.find(({ format }) => format.name === "shopify_csv");

/** Imports the sample of Shopify's orders after its text has changed. */
async function imported(changed: (text: string) => string) {
  if (!SHOPIFY) throw new RangeError("no sample of shopify_csv");
  const { settings, bytes } = SHOPIFY;
  const file = { format: "shopify_csv", settings, bytes: utf8(changed(textOf(bytes))) };
  return importedFile(await newSeller("SE"), file);
}

it("orders whose country is a name wait for a decision", async () => {
  const { counts, reasons } = await imported((text) => text.replaceAll(/,(?:DE|FR),/g, ",France,"));
  expect(reasons["country_missing"]).toBeGreaterThan(0);
  expect(counts.unresolved).toBeGreaterThanOrEqual(reasons["country_missing"] ?? 0);
});

it("a file that a spreadsheet has saved imports nothing", async () => {
  const { status, error, counts } = await imported((text) => text.replace(/,\d{10,},/, ",6E+12,"));
  expect([status, error?.code, counts.committed]).toEqual(["failed", "damaged_by_spreadsheet", 0]);
});

it.each([
  // The first order of the sample has a refund.
  ["shopify_json", 2],
  ["stripe_invoices_json", 1],
  ["woocommerce_json", 1],
] as const)("the answers of a shop's API are imported as %s", async (format, rows) => {
  const seller = await newSeller("SE");
  const settings = SAMPLES.find((sample) => sample.format.name === format)?.settings ?? {};
  for (const [what, bytes] of answersOf(format)) {
    const { status, counts } = await importedFile(seller, {
      format,
      settings,
      bytes,
      dry_run: true,
    });
    expect([what, status, counts.rows, counts.rejected]).toEqual([what, "checked", rows, 0]);
  }
  const error = utf8('{"code":"rest_forbidden","data":{"status":401}}');
  const failed = await importedFile(seller, { format, settings, bytes: error });
  expect([failed.status, failed.error?.code]).toEqual(["failed", "no_list_of_orders"]);
});

/** Writes each record of a JSON file twice, as overlapping pages of a shop's API do. */
function twice(bytes: Uint8Array): Uint8Array {
  const read: unknown = JSON.parse(textOf(bytes));
  const doubled = (value: unknown) => (Array.isArray(value) ? [...value, ...value] : value);
  const again = Array.isArray(read)
    ? doubled(read)
    : Object.fromEntries(Object.entries(read as object).map(([key, of]) => [key, doubled(of)]));
  return utf8(JSON.stringify(again));
}

const WITH_REFUNDS = ["woocommerce_json", "shopify_json", "stripe_invoices_json", "magento_json"];

it.for(
  SAMPLES.filter(({ format }) => WITH_REFUNDS.includes(format.name)).map(
    (one) => [one.format.name, one] as const,
  ),
)(
  "a file of %s that has each order and refund twice is imported as with one of each",
  async ([format, { settings, bytes }]) => {
    const once = await importedFile(await newSeller("SE"), { format, settings, bytes });
    const both = await importedFile(await newSeller("SE"), {
      format,
      settings,
      bytes: twice(bytes),
    });
    const figures = ({ counts, countries, months }: typeof once) => ({
      committed: counts.committed,
      countries,
      months,
    });
    expect(figures(both)).toEqual(figures(once));
    expect(both.counts.duplicate + (both.reasons["duplicate"] ?? 0)).toBeGreaterThan(0);
  },
);

it.each([
  ["only where a cell needs them", (cell: string) => (/[,"]/.test(cell) ? quoted(cell) : cell)],
  ["around every cell", quoted],
])("a report of Amazon as CSV has the rows of its original, with quotes %s", async (_, form) => {
  const { settings, bytes } = SAMPLES.find(({ format }) => format.name === "amazon_avtr") as Sample;
  const file = { format: "amazon_avtr", settings, dry_run: true };
  const [head = [], ...rows] = textOf(bytes)
    .split("\r\n")
    .map((line) => line.split("\t"));
  for (const row of rows.filter(({ length }) => length > 1))
    row[head.indexOf("ITEM_DESCRIPTION")] = 'Mug, "blue", 12" high';
  const csv = [head, ...rows].map((cells) => cells.map(form).join(",")).join("\r\n");
  const seller = await newSeller("DE");
  const original = await importedFile(seller, { ...file, bytes });
  const { counts, countries, reasons } = await importedFile(seller, { ...file, bytes: utf8(csv) });
  expect({ counts, countries, reasons }).toEqual({
    counts: original.counts,
    countries: original.countries,
    reasons: original.reasons,
  });
});

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

it("an uploaded file keeps the name that it was sent with, and no other name follows from it", async () => {
  const { full, readOnly } = await newSeller("SE");
  const settings = { dispatch_country: "SE" };
  const asked = { format: "shopify_csv", source_id: "lampen", settings, size_bytes: 2 };
  const made = async (more: object) =>
    (await call<{ file_name: string | null }>(full, "POST", "/v1/imports", { ...asked, ...more }))
      .body.file_name;
  expect(await made({})).toBeNull();
  expect(await made({ file_name: "Oktober (1).csv" })).toBe("Oktober (1).csv");
  const { body } = await call<{ items: { file_name: string | null }[] }>(
    readOnly,
    "GET",
    "/v1/imports",
  );
  expect(body.items.map(({ file_name }) => file_name)).toEqual(
    expect.arrayContaining([null, "Oktober (1).csv"]),
  );
});
