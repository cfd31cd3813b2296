import { expect, it } from "vitest";
import { EVENTS_CSV } from "../../../../shared/imports/formats/events-csv/read.ts";
import { EVENTS_NDJSON } from "../../../../shared/imports/formats/events-ndjson/read.ts";
import type { ImportFormat } from "../../../../shared/imports/formats/import-format.ts";
import { utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { makeSale } from "../../../make/supply-event.ts";

const HEADER =
  "event_id,event_type,supply_date,supply_kind,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate,rate_category,supplier_role,deemed_supplier";
const SALE = "S-1,sale,2025-08-01,goods,SE,DE,EUR,100.00,19.00,19,standard";
const csv = (role: string, older: string) => `${HEADER}\n${SALE},${role},${older}\n`;
const line = (more: object) => `${JSON.stringify({ ...makeSale(), ...more })}\n`;

const REJECTED = {
  outcome: "rejected",
  faults: [
    {
      reason: "unknown_field",
      column: "deemed_supplier",
      message: expect.stringContaining('send supplier_role "deemed_supplier"'),
    },
  ],
};
const DEEMED = { outcome: "event", events: [{ supplier_role: "deemed_supplier" }] };

it.for<[what: string, ImportFormat, text: string, outcome: object]>([
  ["true in a table", EVENTS_CSV, csv("", "true"), REJECTED],
  ["false in a table", EVENTS_CSV, csv("", "false"), REJECTED],
  ["beside the role in a table", EVENTS_CSV, csv("deemed_supplier", "true"), REJECTED],
  ["an empty cell of a table", EVENTS_CSV, csv("deemed_supplier", ""), DEEMED],
  ["true in a line of JSON", EVENTS_NDJSON, line({ deemed_supplier: true }), REJECTED],
  ["none in a line of JSON", EVENTS_NDJSON, line({ supplier_role: "deemed_supplier" }), DEEMED],
])("a row with deemed_supplier names the field to send instead: %s", async (row) => {
  const [, format, text, outcome] = row;
  const rows = await importInMemory(format, { source_id: "shop" }, utf8(text));
  expect(rows).toMatchObject([{ outcome }]);
});
