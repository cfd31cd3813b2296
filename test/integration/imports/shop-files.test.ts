import { expect, it } from "vitest";
import { textOf, utf8 } from "../../make/damaged-file.ts";
import { SAMPLES } from "../../make/import-sample.ts";
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
