import type { KnownFile } from "../known-file.ts";

export const EVENTS_NDJSON_FILE = {
  format: "events_ndjson",
  title: "Supply events, one JSON object a line",
  kind: "lines",
  keys: ["event_id", "supply_date", "taxable_amount_minor"],
} as const satisfies KnownFile;
