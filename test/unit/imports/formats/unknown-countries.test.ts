import { describe, expect, it } from "vitest";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { JSON_FORMATS, SAMPLES, type Sample } from "../../../make/import-sample.ts";

const sampleOf = (name: string): Sample => {
  const sample = SAMPLES.find(({ format }) => format.name === name);
  if (!sample) throw new RangeError(name);
  return sample;
};

/** The outcomes of the sample's rows after its text has changed. */
async function outcomesOf(name: string, changed: (text: string) => string) {
  const { format, settings, bytes } = sampleOf(name);
  const rows = await importInMemory(format, settings, utf8(changed(textOf(bytes))));
  return rows.map(({ outcome }) => outcome);
}

/** Spellings that are no country code: names, three letters, withdrawn and unassigned codes. */
const UNKNOWN = ["France", "FRA", "FX", "XX", "Frankreich", "ZZ", "EU", "UK", "?"];

/** Sets the country of the first order of a shop that the sample imports. */
const CASES: readonly [string, string, (text: string, country: string) => string][] = [
  [
    "billbee_json",
    "ShippingAddress.CountryISO2",
    (text, country) => text.replaceAll(/"CountryISO2": ?"[A-Z]{2}"/g, `"CountryISO2":"${country}"`),
  ],
  [
    "magento_json",
    "shipping.address.country_id",
    (text, country) => text.replaceAll(/"country_id": ?"[A-Z]{2}"/g, `"country_id":"${country}"`),
  ],
  [
    "shopify_json",
    "shipping_address.country_code",
    (text, country) =>
      text.replaceAll(/"country_code": ?"[A-Z]{2}"/g, `"country_code":"${country}"`),
  ],
  [
    "shopware6_json",
    "deliveries.shippingOrderAddress.country.iso",
    (text, country) => text.replaceAll(/"iso": ?"[A-Z]{2}"/g, `"iso":"${country}"`),
  ],
  [
    "stripe_invoices_json",
    "customer_address.country",
    (text, country) => text.replaceAll(/"country": ?"[A-Z]{2}"/g, `"country":"${country}"`),
  ],
  [
    "woocommerce_json",
    "shipping.country",
    (text, country) => text.replaceAll(/"country": ?"[A-Z]{2}"/g, `"country":"${country}"`),
  ],
];

it("every format of JSON has a case", () => {
  expect(CASES.map(([name]) => name)).toEqual(JSON_FORMATS);
});

describe.each(CASES)("%s", (name, column, withCountry) => {
  it.each([...UNKNOWN, ""])("a customer in %j is a question, and not left out", async (country) => {
    const before = await outcomesOf(name, (text) => text);
    const outcomes = await outcomesOf(name, (text) => withCountry(text, country));
    const wereEvents = before.flatMap((rowOutcome, n) =>
      rowOutcome.outcome === "event" ? [n] : [],
    );
    expect(wereEvents.length).toBeGreaterThan(0);
    expect(
      outcomes.filter(
        (outcome) => outcome.outcome === "excluded" && outcome.reason === "outside_eu",
      ),
    ).toEqual([]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ outcome: "unresolved", reason: "country_missing", column }),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "event")).toEqual([]);
  });

  it.each(["US", "XK", "IC", "gb"])("a customer in %s is outside the Union", async (country) => {
    const outcomes = await outcomesOf(name, (text) => withCountry(text, country));
    const outside = outcomes.flatMap((outcome) =>
      outcome.outcome === "excluded" && outcome.reason.startsWith("outside_eu") ? outcome : [],
    );
    expect(outside).not.toEqual([]);
    expect(
      outcomes.filter(
        (outcome) => outcome.outcome === "unresolved" && outcome.reason === "country_missing",
      ),
    ).toEqual([]);
  });
});

/** Replaces the cells of columns in every row of a table without quoted separators in these rows. */
const withCells =
  (columns: readonly string[], value: string, separator: string) =>
  (text: string): string => {
    const [head = "", ...rows] = text.split("\n");
    const names = head.replace(/\r$/, "").replace("\uFEFF", "").split(separator);
    const places = columns.map((column) => names.indexOf(column));
    expect(places).not.toContain(-1);
    return [
      head,
      ...rows.map((row) =>
        row
          .split(separator)
          .map((cell, n) => (places.includes(n) && cell !== "" ? value : cell))
          .join(separator),
      ),
    ].join("\n");
  };

const TABLES: readonly [string, readonly string[], string][] = [
  ["amazon_avtr", ["SALE_ARRIVAL_COUNTRY"], "\t"],
  ["amazon_avtr", ["SALE_DEPART_COUNTRY"], "\t"],
  ["amazon_vcs", ["Ship To Country"], ","],
  ["amazon_vcs", ["Ship From Country"], ","],
  ["shopify_csv", ["Shipping Country", "Billing Country"], ","],
  ["stripe_itemized", ["destination_resolved_address_country", "country_code"], ","],
];

it.each(TABLES)("%s: %s without a code is a question", async (name, columns, separator) => {
  for (const country of UNKNOWN) {
    const outcomes = await outcomesOf(name, withCells(columns, country, separator));
    expect(outcomes.filter(({ outcome }) => outcome === "event")).toEqual([]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ outcome: "unresolved", reason: "country_missing" }),
    );
  }
});

it("goods that Amazon ships from the Canaries are imports, without the value of the consignment", async () => {
  for (const [name, columns, separator] of [
    ["amazon_avtr", ["SALE_DEPART_COUNTRY"], "\t"],
    ["amazon_vcs", ["Ship From Country"], ","],
  ] as const) {
    const outcomes = await outcomesOf(name, withCells(columns, "IC", separator));
    expect(outcomes.filter(({ outcome }) => outcome === "event")).toEqual([]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ outcome: "unresolved", reason: "consignment_value_missing" }),
    );
  }
});

describe("a Shopify file that a spreadsheet has saved", () => {
  const refusalOf = async (changed: (text: string) => string) => {
    const { format, settings, bytes } = sampleOf("shopify_csv");
    return importInMemory(format, settings, utf8(changed(textOf(bytes))));
  };

  it.each(["6E+12", "6.00515E+12", "6.005E+12", "#1001"])(
    "with the Id %s is refused",
    async (id) => {
      await expect(refusalOf(withCells(["Id"], id, ","))).rejects.toMatchObject({
        code: "damaged_by_spreadsheet",
        message: expect.stringContaining(`the Id "${id}"`),
      });
    },
  );

  it.each(["15.04.2026 10:00", "4/15/2026 10:00", "15-04-26"])(
    "with the day %s is refused",
    async (day) => {
      await expect(refusalOf(withCells(["Paid at", "Created at"], day, ","))).rejects.toMatchObject(
        { code: "damaged_by_spreadsheet" },
      );
    },
  );

  it.each(["49,00", "1.249,5"])("with the amount %s is refused", async (amount) => {
    const withSemicolons = (text: string) =>
      withCells(["Total"], "AMOUNT", ",")(text).replaceAll(",", ";").replaceAll("AMOUNT", amount);
    await expect(refusalOf(withSemicolons)).rejects.toMatchObject({
      code: "damaged_by_spreadsheet",
      message: expect.stringContaining(`the amount "${amount}" has a decimal comma`),
    });
  });

  it("is read when nothing was changed", async () => {
    expect((await refusalOf((text) => text)).length).toBeGreaterThan(5);
  });
});

it("an unreadable day of an own file is one finding", async () => {
  const header =
    "event_id,event_type,supply_date,supply_kind,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate";
  const row = "one,sale,soon,goods,SE,DE,EUR,100.00,19.00,19";
  const { format, settings } = sampleOf("events_csv");
  const [read] = await importInMemory(
    format,
    { source_id: settings["source_id"] },
    utf8(`${header}\n${row}\n`),
  );
  expect(read?.outcome).toMatchObject({
    outcome: "rejected",
    faults: [{ reason: "bad_date", column: "supply_date" }],
  });
});

it("an unknown currency of a Shopify order is found in its own column", async () => {
  const outcomes = await outcomesOf("shopify_csv", withCells(["Currency"], "EURO", ","));
  const faults = outcomes.flatMap((outcome) =>
    outcome.outcome === "rejected" ? outcome.faults : [],
  );
  expect(new Set(faults.map(({ reason, column }) => `${reason} ${column}`))).toContain(
    "unknown_currency Currency",
  );
});
