import { describe, expect, it } from "vitest";
import { IMPORT_FORMATS } from "../../../../shared/imports/formats/formats.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES, type Sample } from "../../../make/import-sample.ts";

/* A fault in an event names the column that the user's file has, and not the field of the API. */
const FIELDS = [
  "event_id",
  "supply_date",
  "currency",
  "taxable_amount_minor",
  "vat_amount_minor",
  "vat_rate_bps",
];

const shops = IMPORT_FORMATS.filter(({ name }) => !name.startsWith("events_"));

const sampleOf = (name: string): Sample => {
  const sample = SAMPLES.find(({ format }) => format.name === name);
  if (!sample) throw new RangeError(name);
  return sample;
};

describe.each(shops.map(({ name }) => name))("%s", (name) => {
  it("names columns that its file has", () => {
    const { format, settings, bytes } = sampleOf(name);
    const { columnOf } = format.withSettings(format.settings.parse(settings), BUILT_IN_RATES);
    const text = textOf(bytes);
    const named = FIELDS.map(columnOf);
    expect(named.filter((column) => !text.includes(column))).toEqual([]);
    expect(named.filter((column) => FIELDS.includes(column) && column !== "currency")).toEqual([]);
  });
});

const HEADER =
  "Name,Id,Financial Status,Paid at,Created at,Cancelled at,Currency,Subtotal,Shipping,Taxes,Total,Billing Country,Shipping Country,Shipping Zip,Tax 1 Name,Tax 1 Value";

async function faultsOf(changes: Readonly<Record<string, string>>) {
  const order: Readonly<Record<string, string>> = {
    Name: "#1001",
    Id: "6001",
    "Financial Status": "paid",
    "Paid at": "2026-04-15 10:00:00 +0200",
    Currency: "EUR",
    Subtotal: "100.00",
    Shipping: "0.00",
    Taxes: "20.00",
    Total: "120.00",
    "Shipping Country": "FR",
    "Shipping Zip": "75011",
    "Tax 1 Name": "FR TVA 20%",
    "Tax 1 Value": "20.00",
    ...changes,
  };
  const row = HEADER.split(",").map((column) => order[column] ?? "");
  const { format, settings } = sampleOf("shopify_csv");
  const [read] = await importInMemory(format, settings, utf8(`${HEADER}\n${row.join(",")}\n`));
  const { outcome } = read ?? {};
  return outcome?.outcome === "rejected"
    ? outcome.faults.map(({ reason, column, message }) => [reason, column, message])
    : outcome;
}

describe("an order of Shopify", () => {
  it("is found in its day when that lies ahead", async () => {
    expect(await faultsOf({ "Paid at": "2996-04-15 10:00:00 +0200" })).toMatchObject([
      ["future_date", "Paid at", expect.stringContaining("2996-04-15 lies after")],
    ]);
  });

  it("is found in its amounts when they are negative, each once", async () => {
    const negative = {
      Subtotal: "-100.00",
      Taxes: "-20.00",
      Total: "-120.00",
      "Tax 1 Value": "-20.00",
    };
    const faults = (await faultsOf(negative)) as string[][];
    expect(faults.map(([reason, column]) => `${reason} ${column}`).slice(0, 2)).toEqual([
      "negative_amount Subtotal",
      "negative_amount Taxes",
    ]);
    expect(faults.map(([, , message]) => message).join()).not.toMatch(/_minor|payments/);
  });
});
