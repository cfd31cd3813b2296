import { dayOf, periodBefore, quarterOn } from "../../../shared/core/calendar/dates.ts";
import { seatAsChoice } from "../parts/countries.ts";

/** Columns of the sample, as docs/imports/events_csv.md names them. */
const COLUMNS =
  "event_id,event_type,supply_date,supply_kind,customer_type,dispatch_country,consumption_country,currency,taxable_amount,vat_amount,vat_rate";

/** Sales to three Member States at their standard rates. */
const SALES = [
  ["FR", "100.00", "20.00", "20"],
  ["IT", "50.00", "11.00", "22"],
  ["NL", "80.00", "16.80", "21"],
] as const;

/** Makes a file with a few sales of the last quarter, for who has none at hand to try an import with. */
export function sampleFile(now: Date, seat: string | null): File {
  const from = seatAsChoice("dispatch_country", seat) ?? "DE";
  const { lastDay } = periodBefore(quarterOn(dayOf(now)));
  const rows = SALES.filter(([country]) => country !== from).map(([country, ...amounts]) =>
    [`sample-${country}`, "sale", lastDay, "goods", "b2c", from, country, "EUR", ...amounts].join(),
  );
  return new File([[COLUMNS, ...rows].join("\n")], "sample.csv", { type: "text/csv" });
}
