import type { IsoDate } from "../../../core/calendar/dates.ts";
import { roundExact } from "../../../core/money/money.ts";
import { type RateCatalogue, ratesInForce } from "../../../vat/reference-data/vat-rates.ts";
import { hasConsignment, isDutyOutside } from "../../../vat/schemes/consignment-value.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { consignmentLeftOut, consignmentsOf } from "../import-scheme.ts";
import {
  type Correction,
  event,
  excluded,
  type ImportedEvent,
  type Original,
  type OriginalPart,
  originalPart,
  orRejected,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { dayIn, minorUnitsOf } from "../parse-values.ts";
import type { Remark } from "../reasons.ts";
import { naturalKey } from "../row-facts.ts";
import { homeOf, originOf } from "../settings.ts";
import { leftOutOfShop, placeOfAddress, shopEvent } from "../shop-rules.ts";
import {
  allLines,
  isWooRefund,
  orderOfRefund,
  parsedAs,
  type WooLine,
  WooOrder,
  WooRefund,
} from "./documents.ts";
import type { WooSettings } from "./format.ts";

type Duties = { readonly day: IsoDate; readonly settings: WooSettings };

/** Returns the fees of an order of imports that are customs duty, which the import scheme does not tax. */
function dutiesOf(
  { fee_lines }: Pick<WooOrder | WooRefund, "fee_lines">,
  { day, settings: { supply_kind, duty_fee_names } }: Duties,
): readonly WooLine[] {
  if (!hasConsignment(supply_kind) || !isDutyOutside(day)) return [];
  return fee_lines.filter(({ name }) => name && duty_fee_names.includes(name));
}

/** The sum of the lines with one rate, named by the shop's number; lines without a number have no VAT. */
type RateSum = {
  readonly rate_id: number | undefined;
  readonly net: number;
  readonly vat: number;
  /** The part of `net` that the goods themselves cost, with vouchers, and without shipping and other fees. */
  readonly goods: number;
};

/** Returns the single rate of a line; undefined if it has none, null if it has several. */
function rateIdOf({ taxes }: WooLine): number | undefined | null {
  const charged = taxes.filter(({ total }) => Number(total ?? 0) !== 0);
  return charged.length > 1 ? null : charged[0]?.id;
}

/**
 * Adds up the lines of an order or refund by rate.
 * @returns undefined if a line has several taxes
 */
function sumsByRate(
  lines: readonly WooLine[],
  currency: string,
  items: readonly WooLine[] = [],
): readonly RateSum[] | undefined {
  const sums = new Map<number | undefined, Omit<RateSum, "rate_id">>();
  for (const line of lines) {
    const rate_id = rateIdOf(line);
    if (rate_id === null) return undefined;
    const sum = sums.get(rate_id) ?? { net: 0, vat: 0, goods: 0 };
    const net = minorUnitsOf(line.total, currency, "total");
    sums.set(rate_id, {
      net: sum.net + net,
      goods: sum.goods + (items.includes(line) || net < 0 ? net : 0),
      vat: sum.vat + minorUnitsOf(line.total_tax, currency, "total_tax"),
    });
  }
  return [...sums]
    .map(([rate_id, sum]) => ({ rate_id, ...sum }))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);
}

/** Adds the difference between the order's own VAT total and its lines to the rate with the most VAT. */
function withDifference(sums: readonly RateSum[], total_vat: number): readonly RateSum[] {
  const difference = total_vat - sums.reduce((sum, { vat }) => sum + vat, 0);
  const most = sums.toSorted((a, b) => Math.abs(b.vat) - Math.abs(a.vat))[0];
  return sums.map((sum) => (sum === most ? { ...sum, vat: sum.vat + difference } : sum));
}

/**
 * Returns the rate of a sum: that of the shop, or the rate in force nearest to VAT / net.
 * @returns undefined if no rate can be found
 */
function rateOfLine(
  { rate_id, net, vat }: RateSum,
  { tax_lines }: WooOrder,
  state: string,
  day: IsoDate,
  rates: RateCatalogue,
): { readonly vat_rate_bps: number; readonly isDerived: boolean } | undefined {
  if (rate_id === undefined) return vat === 0 ? { vat_rate_bps: 0, isDerived: false } : undefined;
  const percent = tax_lines.find((line) => line.rate_id === rate_id)?.rate_percent;
  if (percent !== undefined && percent !== null) {
    return { vat_rate_bps: Math.round(percent * 100), isDerived: false };
  }
  if (net === 0) return undefined;
  const charged = (vat * 10_000) / net;
  const nearest = [...(ratesInForce(state, day, rates) ?? [])].toSorted(
    (a, b) => Math.abs(a - charged) - Math.abs(b - charged),
  )[0];
  return nearest === undefined ? undefined : { vat_rate_bps: nearest, isDerived: true };
}

/** The fields of a refund itself. Its currency and rates are those of its order. */
export type WooRefundDraft = {
  readonly id: string;
  readonly order: string;
  readonly day: string;
  /** The unparsed decimal texts, because the currency is known only from the order. */
  readonly amount: string;
  readonly lines: readonly WooLine[];
  /** The customs duty in `amount`. */
  readonly duties?: readonly string[];
};

function refundDraft(refund: WooRefund, settings: WooSettings): Correction<WooRefundDraft> {
  const order = orderOfRefund(refund);
  const day = dayIn(refund.date_created, ["day-and-time"], "date_created");
  const duties = dutiesOf(refund, { day, settings });
  const lines = allLines(refund)
    .filter((line) => !duties.includes(line))
    .map(({ total, total_tax, taxes }) => ({ total, total_tax, taxes }))
    .filter(({ total, total_tax }) => Number(total) !== 0 || Number(total_tax) !== 0);
  const draft = {
    id: refund.id,
    order,
    day,
    amount: refund.amount,
    lines,
    ...(duties.length > 0 && {
      duties: duties.flatMap(({ total, total_tax }) => [total, total_tax]),
    }),
  };
  return { outcome: "correction", original_key: order, draft, details: { order } };
}

/** Builds the events of a refund, by the rates of its order. */
export function refundOf(
  { draft, details }: Correction<WooRefundDraft>,
  original: Original | undefined,
  settings: WooSettings,
): RowOutcome {
  if (!original) return unresolved("original_not_found", { details });
  if ("left_out" in original) return excluded("original_left_out");
  const [first, ...others] = original.parts;
  if (!first) return unresolved("original_not_found", { details });
  const amount = [draft.amount, ...(draft.duties ?? [])].reduce(
    (sum, text) => sum + minorUnitsOf(text, first.currency, "amount"),
    0,
  );
  if (draft.lines.length === 0 && draft.duties) return excluded("duty_alone");
  if (draft.lines.length > 0) return byLines(draft, amount, original.parts, settings);
  return others.length > 0
    ? unresolved("refund_without_vat_split", { details })
    : event([amountOnly(draft, amount, first, settings)], ["vat_derived"]);
}

/** Splits a refund with a single amount, VAT included, at the order's only rate. */
function amountOnly(
  draft: WooRefundDraft,
  amount: number,
  part: OriginalPart,
  settings: WooSettings,
): ImportedEvent {
  const net = Number(
    roundExact({
      numerator: BigInt(amount) * 10_000n,
      denominator: 10_000n + BigInt(part.vat_rate_bps ?? 0),
    }),
  );
  return refundEvent(draft, part, { net, vat: amount - net }, settings);
}

function byLines(
  draft: WooRefundDraft,
  amount: number,
  parts: readonly OriginalPart[],
  settings: WooSettings,
): RowOutcome {
  const details = { order: draft.order };
  const sums = sumsByRate(draft.lines, parts[0]?.currency ?? "");
  const found = sums?.map(({ rate_id, net, vat }) => ({
    part: parts.find(({ rate_ids = [] }) =>
      rate_id === undefined ? rate_ids.length === 0 : rate_ids.includes(rate_id),
    ),
    net: -net,
    vat: -vat,
  }));
  const total = found?.reduce((sum, { net, vat }) => sum + net + vat, 0);
  const isSplit = found?.every(({ part, net, vat }) => part && net >= 0 && vat >= 0);
  if (!found || !isSplit || total !== amount) {
    return unresolved("refund_without_vat_split", { details });
  }
  return event(
    found.flatMap(({ part, net, vat }) =>
      part ? [refundEvent(draft, part, { net, vat }, settings)] : [],
    ),
  );
}

function refundEvent(
  draft: WooRefundDraft,
  part: OriginalPart,
  { net, vat }: { readonly net: number; readonly vat: number },
  { source_id }: WooSettings,
): ImportedEvent {
  const { event_id: original_event_id, rate_ids: _, ...sold } = part;
  const rate = [part.supply_kind, String(part.vat_rate_bps)];
  return {
    event_id: naturalKey(source_id, draft.order, `r${draft.id}`, ...rate),
    event_type: "refund",
    original_event_id,
    supply_date: draft.day,
    ...sold,
    taxable_amount_minor: net,
    vat_amount_minor: vat,
    source_id,
    transaction_id: draft.order,
  };
}

const CANCELLED = ["cancelled", "trash"];
const UNPAID = ["pending", "on-hold", "failed", "checkout-draft", "auto-draft"];
const PICKED_UP = ["local_pickup", "pickup_location"];

/** Reads an order or a refund; both may be in one file or in two. */
export function readWoo({ at, value }: JsonRecord, settings: WooSettings): readonly ReadRow[] {
  if (isWooRefund(value)) {
    return [{ at, outcome: orRejected(() => refundDraft(parsedAs(WooRefund, value), settings)) }];
  }
  const order = orRejected(() => parsedAs(WooOrder, value));
  if ("outcome" in order) return [{ at, outcome: order }];
  const sold = orRejected(() => saleOf(order, settings));
  const outcome = "sale" in sold ? sold.sale : sold;
  if (outcome.outcome !== "event" && outcome.outcome !== "excluded") return [{ at, outcome }];
  const original =
    outcome.outcome === "event"
      ? {
          parts: outcome.events.map((event, n) => {
            const rate_id = "sale" in sold ? sold.sums[n]?.rate_id : undefined;
            return originalPart(event, rate_id === undefined ? [] : [rate_id]);
          }),
        }
      : ({ left_out: true } as const);
  return [{ at, outcome, original: { key: order.id, original } }];
}

type Placed = { readonly to: string; readonly day: IsoDate; readonly remarks: readonly Remark[] };

/** The sale, with the sums from which its events were built, in the same order. */
type Sold = { readonly sale: RowOutcome; readonly sums: readonly RateSum[] };

function saleOf(order: WooOrder, settings: WooSettings): RowOutcome | Sold {
  if (CANCELLED.includes(order.status)) return excluded("cancelled");
  if (UNPAID.includes(order.status) || !order.date_paid) return excluded("not_paid");
  if (order.shipping_lines.some(({ method_id }) => PICKED_UP.includes(method_id))) {
    return excluded("local_pickup");
  }
  const day = dayIn(order.date_paid, ["day-and-time"], "date_paid");
  const { country, postcode } = order.shipping?.country ? order.shipping : order.billing;
  const kind = settings.supply_kind;
  const to = placeOfAddress(country, postcode, day, kind);
  if (isOfNothing(order)) return excluded("nothing_charged");
  const duties = dutiesOf(order, { day, settings });
  const dutyVat = duties.reduce((sum, line) => sum + vatOf(line, order), 0);
  const vat = minorUnitsOf(order.total_tax, order.currency, "total_tax") - dutyVat;
  const lines = allLines(order).filter((line) => !duties.includes(line));
  const leftOut = leftOutOfShop({
    kind,
    from: homeOf(kind, settings),
    to,
    countryColumn: "shipping.country",
    isBusiness: isBusiness(order, settings),
    hasVat: vat !== 0,
    importLeftOut: importLeftOut(order, lines, { day, settings }),
    // The country in the name of the shop's tax rate, such as DE-MWST-1.
    taxedBy: /^([A-Z]{2})-/.exec(order.tax_lines[0]?.rate_code ?? "")?.[1],
  });
  if (leftOut) return leftOut;
  const sums = sumsByRate(lines, order.currency, order.line_items);
  if (!sums || to.state === undefined) return unresolved("net_not_split");
  const remarks: Remark[] = duties.length > 0 ? ["duty_left_out"] : [];
  if (dutyVat !== 0) remarks.push("vat_on_duty");
  return soldOf(order, settings, withDifference(sums, vat), { to: to.state, day, remarks });
}

const isOfNothing = (order: WooOrder): boolean =>
  Number(order.total_tax) === 0 &&
  allLines(order).every(({ total, total_tax }) => Number(total) === 0 && Number(total_tax) === 0);

const vatOf = ({ total_tax }: WooLine, { currency }: WooOrder): number =>
  minorUnitsOf(total_tax, currency, "total_tax");

/** Returns why an order of imports is not in the import scheme, by the value of its goods. */
function importLeftOut(
  { currency, line_items }: WooOrder,
  lines: readonly WooLine[],
  { day, settings }: Duties,
): RowOutcome | undefined {
  if (!hasConsignment(settings.supply_kind)) return undefined;
  const value = lines.reduce((sum, line) => {
    const net = minorUnitsOf(line.total, currency, "total");
    return sum + (line_items.includes(line as (typeof line_items)[number]) || net < 0 ? net : 0);
  }, 0);
  return consignmentLeftOut({ day, currency, value }, settings);
}

/** True if the order has any of the configured VAT number fields; their keys differ by plugin. */
const isBusiness = (order: WooOrder, { vat_number_meta }: WooSettings): boolean =>
  order.meta_data.some(
    ({ key, value }) =>
      vat_number_meta.includes(key) && typeof value === "string" && value.trim() !== "",
  );

function soldOf(
  order: WooOrder,
  settings: WooSettings,
  sums: readonly RateSum[],
  { to, day, remarks }: Placed,
): RowOutcome | Sold {
  const rated = sums.map((sum) => ({
    ...sum,
    rate: rateOfLine(sum, order, to, day, settings.rates),
  }));
  // A voucher may make a rate negative that the order has no other sales of.
  if (rated.some(({ rate, net, vat }) => !rate || net < 0 || vat < 0)) {
    return unresolved("net_not_split");
  }
  const kind = settings.supply_kind;
  const consignments = consignmentsIn(order, rated, day, settings);
  const events = rated.map(({ rate, net, vat }, n) => {
    const sale = {
      source_id: settings.source_id,
      order: order.id,
      day,
      soldOn: day,
      paidOn: day,
      kind,
      origin: originOf(kind, settings),
      to,
      currency: order.currency,
      vat_rate_bps: rate?.vat_rate_bps ?? 0,
      net,
      vat,
      consignment: consignments[n],
    };
    return shopEvent(sale, settings.rates);
  });
  const isDerived = rated.some(({ rate }) => rate?.isDerived);
  return { sale: event(events, isDerived ? ["rate_derived", ...remarks] : remarks), sums };
}

/** Returns the parts of the consignment that the sums of an order of imports have. */
function consignmentsIn(
  { id, currency }: WooOrder,
  sums: readonly RateSum[],
  day: IsoDate,
  settings: WooSettings,
) {
  if (!hasConsignment(settings.supply_kind)) return [];
  const parts = sums.map(({ goods }) => ({ day, currency, value: Math.max(0, goods) }));
  return consignmentsOf(settings.source_id, id, parts, settings);
}
