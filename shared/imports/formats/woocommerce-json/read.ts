import type { IsoDate } from "../../../core/calendar/dates.ts";
import { isCountry } from "../../../vat/reference-data/schema.ts";
import { hasConsignment, isDutyOutside } from "../../../vat/schemes/consignment-value.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { exactOf, isZero, negatedText, stepOf, sumExact } from "../../orders/exact-amount.ts";
import { saleRow } from "../../orders/judge.ts";
import type {
  RefundedLine,
  StatedLine,
  StatedOrder,
  StatedRefund,
  StatedTax,
} from "../../orders/shop-order.ts";
import { type Correction, orRejected, type ReadRow } from "../outcome.ts";
import { dayIn, parsedAs, valueAt } from "../parse-values.ts";
import {
  allLines,
  isWooRefund,
  orderOfRefund,
  type WooLine,
  WooOrder,
  WooRefund,
} from "./documents.ts";
import type { WooSettings } from "./format.ts";

const UNPAID = ["pending", "on-hold", "failed", "checkout-draft", "auto-draft"];
const PICKED_UP = ["local_pickup", "pickup_location"];

/** Reads an order or a refund; both may be in one file or in two. */
export function readWoo({ at, value }: JsonRecord, settings: WooSettings): readonly ReadRow[] {
  if (isWooRefund(value)) {
    return [{ at, outcome: orRejected(() => refundRow(parsedAs(WooRefund, value), settings)) }];
  }
  return [saleRow(at, () => statedOrder(parsedAs(WooOrder, value), settings), settings)];
}

const wooDayIn = (text: string, column: string): IsoDate => dayIn(text, ["day-and-time"], column);

function statedOrder(order: WooOrder, settings: WooSettings): StatedOrder {
  const { currency, total, total_tax, created_via, status } = order;
  const address = order.shipping?.country ? order.shipping : order.billing;
  const isPickedUp = order.shipping_lines.some(({ method_id }) => PICKED_UP.includes(method_id));
  const till = created_via.startsWith("pos") ? "till" : "web";
  const gross = total === undefined ? undefined : exactOf(total, currency, "total");
  return {
    id: order.id,
    currency,
    ...(status === "trash" && { state: "deleted" }),
    isCancelled: status === "cancelled",
    given_back: givenBack(order),
    ...paymentOf(order),
    channel: isPickedUp ? "pickup" : till,
    place: { ...address, column: "shipping.country" },
    isBusiness: isBusiness(order, settings),
    lines: linesOf(order, settings),
    totals: { gross, vat: exactOf(total_tax, currency, "total_tax") },
    step: stepOf([total_tax, ...allLines(order).map((line) => line.total)], currency),
    statesRates: true,
  };
}

/** Returns what an order says of its payment and delivery. A field that is missing says nothing. */
function paymentOf(order: WooOrder) {
  const { status, date_paid, date_paid_gmt, date_completed } = order;
  const paid = date_paid ?? date_paid_gmt;
  const isUnknown = date_paid === undefined && date_paid_gmt === undefined;
  const placed_on = wooDayIn(
    paid || order.date_created || order.date_modified_gmt || "",
    "date_paid",
  );
  const delivered_on = date_completed ? wooDayIn(date_completed, "date_completed") : undefined;
  const unpaid = isUnknown ? "unknown" : "none";
  const payment = paid ? "full" : unpaid;
  return {
    payment: UNPAID.includes(status) ? "none" : payment,
    placed_on,
    ...(order.date_created && { ordered_on: wooDayIn(order.date_created, "date_created") }),
    ...(paid && { paid_on: placed_on }),
    ...(status === "completed" && { isDelivered: true, delivered_on }),
  } as const;
}

function givenBack({ refunds, total, currency }: WooOrder): StatedOrder["given_back"] {
  const exact = (text: string) => exactOf(text, currency, "refunds.total");
  const back = refunds.map((refund) => exact(refund.total));
  if (sumExact(back).numerator >= 0n) return undefined;
  const rest = total === undefined ? undefined : sumExact([exact(total), ...back]);
  return rest && rest.numerator <= 0n ? "all" : "part";
}

/** True if the order has a VAT number, whose key differs by plugin, or is marked as exempt. */
const isBusiness = (order: WooOrder, { vat_number_meta }: WooSettings): boolean =>
  order.meta_data.some(
    (entry) =>
      vat_number_meta.some((key) => isFilled(metaUnder(entry, key))) ||
      (entry.key === "is_vat_exempt" && entry.value === "yes"),
  );

const isFilled = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/** Returns what an entry has under a key, or under a key with dots within it. */
const metaUnder = ({ key = "", value }: WooOrder["meta_data"][number], path: string): unknown =>
  path === key || path.startsWith(`${key}.`) ? valueAt(value, path.slice(key.length)) : undefined;

const isDutyFee = (name: string | null | undefined, { duty_fee_names }: WooSettings): boolean =>
  Boolean(name) && duty_fee_names.includes(name ?? "");

function linesOf(order: WooOrder, settings: WooSettings): readonly StatedLine[] {
  const { line_items, shipping_lines, fee_lines } = order;
  const groups = [
    ["article", line_items],
    ["shipping", shipping_lines],
    ["fee", fee_lines],
  ] as const;
  return groups.flatMap(([role, lines]) =>
    lines.map((line, n) => ({
      id: line.id ?? `${role} ${n + 1}`,
      name: line.name ?? undefined,
      role: role === "fee" && isDutyFee(line.name, settings) ? "duty" : role,
      supply_kind: settings.supply_kind,
      net: exactOf(line.total, order.currency, "total"),
      taxes: taxesOf(line, order),
    })),
  );
}

/** Returns the taxes of a line. Of a single one the line has the rounded amount; of several each has its own. */
function taxesOf(line: WooLine, order: WooOrder): readonly StatedTax[] {
  const { currency } = order;
  const total = exactOf(line.total_tax, currency, "total_tax");
  const taxes = line.taxes.filter((tax) => tax.total !== undefined);
  const [first, ...others] = taxes.filter((tax) => Number(tax.total) !== 0);
  if (taxes.length === 0) return isZero(total) ? [] : [{ amount: total }];
  const only = others.length === 0 ? (first ?? taxes[0]) : undefined;
  return taxes.map((tax) => ({
    id: tax.id,
    ...rateOf(tax.id, order),
    amount: tax === only ? total : exactOf(tax.total ?? "0", currency, "taxes.total"),
  }));
}

/** Returns the rate of a tax, and the country in the name of the shop's rate, such as DE-MWST-1. */
function rateOf(id: string, { tax_lines }: WooOrder): Pick<StatedTax, "rate_bps" | "country"> {
  const { rate_percent, rate_code = "" } = tax_lines.find(({ rate_id }) => rate_id === id) ?? {};
  const country = /^([A-Z]{2})-/.exec(rate_code)?.[1];
  return {
    ...(typeof rate_percent === "number" && { rate_bps: Math.round(rate_percent * 100) }),
    ...(country && isCountry(country) && { country }),
  };
}

/** Reads a refund. Its currency and rates are those of its order. */
function refundRow(refund: WooRefund, settings: WooSettings): Correction<StatedRefund> {
  const order = orderOfRefund(refund);
  const day = wooDayIn(refund.date_created, "date_created");
  const isDuty = hasConsignment(settings.supply_kind) && isDutyOutside(day);
  const lines = [
    ...refund.line_items.map((line) => refundedLine(line)),
    ...refund.shipping_lines.map((line) => refundedLine(line)),
    ...refund.fee_lines.map((line) => refundedLine(line, isDuty && isDutyFee(line.name, settings))),
  ];
  const draft = { id: refund.id, order, day, lines, amount: refund.amount };
  return { outcome: "correction", original_key: order, draft, details: { order } };
}

function refundedLine(line: WooLine, isDuty = false): RefundedLine {
  const { total, total_tax, taxes, meta_data } = line;
  const of = meta_data.find(({ key }) => key === "_refunded_item_id")?.value;
  return {
    ...(of !== undefined && { line: String(of) }),
    net: negatedText(total),
    vat: negatedText(total_tax),
    taxes: taxes.flatMap((tax) =>
      tax.total === undefined ? [] : [{ id: tax.id, amount: negatedText(tax.total) }],
    ),
    ...(isDuty && { isDuty }),
  };
}
