import { type IsoDate, plusDays, quarterOn } from "../../shared/core/calendar/dates.ts";
import { decimalString } from "../../shared/core/money/money.ts";
import { SEAT } from "./catalogue.ts";
import { amountsAt } from "./prices.ts";

export const SHOP_IMPORT = { source_id: "phone-orders", format: "events_csv" } as const;

/** Destination and price, in euro cents. */
const ORDERS = [
  ["DE", 4_900],
  ["DE", 12_900],
  ["NL", 3_500],
  ["FI", 8_990],
  ["FR", 2_490],
  ["IT", 15_900],
  ["AT", 4_250],
  ["ES", 6_990],
  ["IE", 1_990],
  ["BE", 5_490],
  ["DE", 7_900],
  ["NL", 4_500],
] as const;

type Cells = { readonly [column in (typeof COLUMNS)[number]]?: string };

const COLUMNS = [
  "event_id",
  "event_type",
  "supply_kind",
  "dispatch_country",
  "currency",
  "supply_date",
  "consumption_country",
  "taxable_amount",
  "vat_amount",
  "vat_rate",
] as const;

/** The order of which nobody wrote down where the goods left from: the one open question of the demo. */
const UNKNOWN_ORIGIN: Cells = { event_id: "telephone-1010", dispatch_country: "" };

/** The mistakes of the first file: a destination that does not exist, and a rate written as a fraction. */
const MISTAKES: readonly Cells[] = [
  { event_id: "telephone-1011", consumption_country: "XX" },
  { event_id: "telephone-1012", vat_rate: "0.21" },
];

/** Returns a shop's export with days in the running quarter: twelve orders, of which one is there twice. */
export const shopFile = (today: IsoDate): string => fileWith(today, [UNKNOWN_ORIGIN]);

/** Returns the export as it was first, before its mistakes were corrected. */
export const firstShopFile = (today: IsoDate): string =>
  fileWith(today, [UNKNOWN_ORIGIN, ...MISTAKES]);

function fileWith(today: IsoDate, changes: readonly Cells[]): string {
  const rows = ORDERS.map((order, index) => orderRow(order, index, today)).map((row) => ({
    ...row,
    ...changes.find(({ event_id }) => event_id === row.event_id),
  }));
  const lines = [...rows, ...rows.slice(0, 1)].map((row) => COLUMNS.map((name) => row[name]));
  return `${[COLUMNS, ...lines].map((cells) => cells.join(",")).join("\n")}\n`;
}

function orderRow(
  [consumption_country, price_minor]: (typeof ORDERS)[number],
  index: number,
  today: IsoDate,
) {
  const day = plusDays(today, -2 - 3 * index);
  const { firstDay } = quarterOn(today);
  const supply_date = day > firstDay ? day : firstDay;
  const sold = { tax_class_id: "standard", consumption_country, supply_date };
  const { taxable_amount_minor, vat_amount_minor, vat_rate_bps } = amountsAt(
    price_minor,
    "EUR",
    sold,
  );
  return {
    event_id: `telephone-${1001 + index}`,
    event_type: "sale",
    supply_kind: "goods",
    dispatch_country: SEAT,
    currency: "EUR",
    supply_date,
    consumption_country: consumption_country as string,
    taxable_amount: decimalString(taxable_amount_minor, "EUR"),
    vat_amount: decimalString(vat_amount_minor, "EUR"),
    vat_rate: String(vat_rate_bps / 100),
  };
}
