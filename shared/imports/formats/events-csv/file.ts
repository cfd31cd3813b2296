import type { KnownFile } from "../known-file.ts";

export const EVENTS_CSV_FILE = {
  format: "events_csv",
  title: "Supply events as a table",
  kind: "table",
  form: {
    separators: [",", ";", "\t"],
    isQuoted: true,
    hasShortRows: false,
    needed: [
      "event_id",
      "event_type",
      "supply_date",
      "supply_kind",
      "currency",
      ["taxable_amount", "taxable_amount_minor"],
      ["vat_amount", "vat_amount_minor"],
    ],
  },
} as const satisfies KnownFile;
