import type { TableRecord } from "../../files/record.ts";
import type { UnlinkedEvents } from "../by-rate.ts";
import { naturalKey } from "../natural-key.ts";
import {
  type Correction,
  event,
  type ImportedEvent,
  originalPart,
  type ReadRow,
  type RowOutcome,
} from "../outcome.ts";
import { minorUnitsOf, rateBpsOf } from "../parse-amount.ts";
import { dayIn } from "../parse-date.ts";
import { orRejected, RowRefusal } from "../row-refusal.ts";
import { categoryOf, memberStateAt } from "../shop-rules.ts";
import { AVTR_PARTS } from "./columns.ts";
import type { AvtrSettings } from "./format.ts";
import { notUnionScheme, withoutMoney } from "./left-out.ts";

const FORMS = ["DD-MM-YYYY", "DD/MM/YYYY", "YYYY-MM-DD"] as const;

/** What a row of the report says: a sale, a refund that needs its sale, or why it is neither. */
export function readAvtr(row: TableRecord, settings: AvtrSettings): readonly ReadRow[] {
  const outcome = orRejected(() => outcomeOf(row, settings));
  if (outcome.outcome !== "event") return [{ at: row.at, outcome }];
  const original = { parts: outcome.events.map((one) => originalPart(one)) };
  return [{ at: row.at, outcome, original: { key: linkKey(row), original } }];
}

/** Refunds repeat order, article and the day on which the tax of the sale was calculated. */
function linkKey(row: TableRecord): string {
  return `${row.cell("TRANSACTION_EVENT_ID")}#${row.cell("SELLER_SKU")}#${soldDay(row)}`;
}

const soldDay = (row: TableRecord) =>
  dayIn(
    row.cell("TAX_CALCULATION_DATE") || row.cell("TRANSACTION_COMPLETE_DATE"),
    FORMS,
    "TAX_CALCULATION_DATE",
  );

function outcomeOf(
  row: TableRecord,
  settings: AvtrSettings,
): RowOutcome | Correction<UnlinkedEvents> {
  if (row.width > row.header.names.length) {
    throw new RowRefusal("wrong_number_of_cells", "", "The row has more cells than the header.");
  }
  const still = withoutMoney(row);
  if (still) return still;
  const soldOn = soldDay(row);
  const from = memberStateAt(
    row.cell("SALE_DEPART_COUNTRY"),
    row.cell("DEPARTURE_POST_CODE"),
    soldOn,
    "goods",
  );
  const to = memberStateAt(
    row.cell("SALE_ARRIVAL_COUNTRY"),
    row.cell("ARRIVAL_POST_CODE"),
    soldOn,
    "goods",
  );
  const reason = notUnionScheme(row, { from, to });
  if (reason) return reason;
  const events = eventsOf(row, settings, { from, to }, soldOn);
  if (row.cell("TRANSACTION_TYPE") === "SALE") return event(events);
  const details = {
    order: row.cell("TRANSACTION_EVENT_ID"),
    sku: row.cell("SELLER_SKU"),
    original_date: soldOn,
  };
  return { outcome: "correction", original_key: linkKey(row), draft: { events }, details };
}

type Route = { readonly from: string | undefined; readonly to: string | undefined };

function eventsOf(
  row: TableRecord,
  settings: AvtrSettings,
  { from, to }: Route,
  soldOn: ReturnType<typeof dayIn>,
): ImportedEvent[] {
  const isSale = row.cell("TRANSACTION_TYPE") === "SALE";
  const dateColumn = isSale ? settings.date_column : "TRANSACTION_COMPLETE_DATE";
  const order = row.cell("TRANSACTION_EVENT_ID");
  const names = [order, row.cell("ACTIVITY_TRANSACTION_ID"), row.cell("SELLER_SKU")] as const;
  return amountsOf(row).map(({ net, vat, vat_rate_bps, suffix }) => ({
    event_id: naturalKey(settings.source_id, ...names, ...(suffix ? [suffix] : [])),
    event_type: isSale ? "sale" : "refund",
    supply_date: dayIn(row.cell(dateColumn), FORMS, dateColumn),
    supply_kind: settings.supply_kind,
    dispatch_country: from,
    consumption_country: to,
    currency: row.cell("TRANSACTION_CURRENCY_CODE"),
    taxable_amount_minor: isSale ? net : negated(net),
    vat_amount_minor: isSale ? vat : negated(vat),
    vat_rate_bps,
    rate_category: categoryOf(vat_rate_bps, to ?? "", soldOn),
    source_id: settings.source_id,
    transaction_id: order,
  }));
}

/** Without a negative zero, which JSON would write as another number. */
const negated = (amount: number): number => (amount === 0 ? 0 : -amount);

type PartAmounts = { net: number; vat: number; vat_rate_bps: number; suffix?: string };

/** One amount, or one a part when item, shipping and gift wrap have different rates. */
function amountsOf(row: TableRecord): PartAmounts[] {
  const amount = (column: string) =>
    minorUnitsOf(row.cell(column) || "0", row.cell("TRANSACTION_CURRENCY_CODE"), column);
  const net = amount("TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL");
  const vat = amount("TOTAL_ACTIVITY_VALUE_VAT_AMT");
  const parts = AVTR_PARTS.filter(
    (part) => row.cell(part.rate) !== "" && amount(part.net) !== 0,
  ).map((part) => ({
    suffix: part.suffix,
    net: amount(part.net),
    vat: amount(part.vat),
    vat_rate_bps: rateBpsOf(row.cell(part.rate), "fraction", part.rate),
  }));
  if (new Set(parts.map(({ vat_rate_bps }) => vat_rate_bps)).size <= 1) {
    const column = "PRICE_OF_ITEMS_VAT_RATE_PERCENT";
    const vat_rate_bps = parts[0]?.vat_rate_bps ?? rateBpsOf(row.cell(column), "fraction", column);
    return [{ net, vat, vat_rate_bps }];
  }
  const sum = (field: "net" | "vat") => parts.reduce((total, part) => total + part[field], 0);
  if (sum("net") !== net || sum("vat") !== vat) {
    throw new RowRefusal(
      "parts_do_not_add_up",
      "TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL",
      "Item, shipping and gift wrap have different rates and do not make up the total.",
    );
  }
  return parts;
}
