import { expect, it } from "vitest";
import { EVENTS_CSV } from "../../../../shared/imports/formats/events-csv/read.ts";
import { utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";

const SALE: Readonly<Record<string, string>> = {
  event_id: "S-1",
  event_type: "sale",
  supply_date: "2026-10-05",
  supply_kind: "goods",
  dispatch_country: "SE",
  consumption_country: "DE",
  currency: "EUR",
  taxable_amount: "100.00",
  vat_amount: "19.00",
  vat_rate: "19",
  rate_category: "standard",
};

async function faultsOf(row: Readonly<Record<string, string>>) {
  const text = `${Object.keys(row).join(";")}\n${Object.values(row).join(";")}\n`;
  const [read] = await importInMemory(EVENTS_CSV, { source_id: "shop" }, utf8(text));
  return read?.outcome.outcome === "rejected" ? read.outcome.faults : [];
}

it.for([
  ["supply_date", "05/10/2026", /"05\/10\/2026" is no day as YYYY-MM-DD. The setting date_form /],
  ["invoice_date", "05.10.2026", /is no day as YYYY-MM-DD. The setting date_form /],
  ["taxable_amount", "100,00", /"100,00" is no amount. The setting decimal_separator /],
  ["payments", "2026-10-05:119,00", /"119,00" is no amount. The setting decimal_separator /],
] as const)("a row whose %s is %s names the setting to change", async ([column, text, message]) => {
  expect(await faultsOf({ ...SALE, [column]: text })).toEqual([
    expect.objectContaining({ column, message: expect.stringMatching(message) }),
  ]);
});

const { vat_rate: _, ...unrated } = SALE;

it.for([
  [unrated, "vat_rate: required"],
  [
    { ...unrated, vat_rate_pct: "19.00" },
    "vat_rate: required; rename the column vat_rate_pct to vat_rate",
  ],
  [{ ...unrated, vat_rate_bps: "" }, "vat_rate_bps: required"],
] as const)("a sale without a rate names the column of rates: case %#", async ([row, message]) => {
  expect((await faultsOf(row)).map((fault) => fault.message)).toEqual([message]);
});
