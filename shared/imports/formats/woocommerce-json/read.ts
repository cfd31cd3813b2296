import type * as z from "zod";
import { readAs } from "../../../core/errors/field-errors.ts";
import type { JsonRecord } from "../../files/record.ts";
import {
  event,
  excluded,
  originalPart,
  type ReadRow,
  type RowOutcome,
  unresolved,
} from "../outcome.ts";
import { minorUnitsOf } from "../parse-amount.ts";
import { dayIn } from "../parse-date.ts";
import { orRejected, RowRefusal } from "../row-refusal.ts";
import { originOf } from "../settings.ts";
import { shopEvent } from "../shop-events.ts";
import { leftOutOfShop, memberStateAt } from "../shop-rules.ts";
import type { WooSettings } from "./format.ts";
import { allLines, WooOrder, WooRefund } from "./order.ts";
import { type RateSum, rateBehind, sumsByRate, withDifference } from "./rates.ts";
import { refundDraft } from "./refund.ts";

const CANCELLED = ["cancelled", "trash"];
const UNPAID = ["pending", "on-hold", "failed", "checkout-draft", "auto-draft"];
const PICKED_UP = ["local_pickup", "pickup_location"];

/** What an order or a refund says; both may stand in one file, or in two. */
export function readWoo({ at, value }: JsonRecord, settings: WooSettings): readonly ReadRow[] {
  if (isRefund(value)) {
    return [{ at, outcome: orRejected(() => refundDraft(parsedAs(WooRefund, value))) }];
  }
  const order = orRejected(() => parsedAs(WooOrder, value));
  if ("outcome" in order) return [{ at, outcome: order }];
  const sold = orRejected(() => saleOf(order, settings));
  const outcome = "sale" in sold ? sold.sale : sold;
  if (outcome.outcome !== "event" && outcome.outcome !== "excluded") return [{ at, outcome }];
  const original =
    outcome.outcome === "event"
      ? {
          parts: outcome.events.map((one, n) => {
            const rate_id = "sale" in sold ? sold.sums[n]?.rate_id : undefined;
            return originalPart(one, rate_id === undefined ? [] : [rate_id]);
          }),
        }
      : ({ left_out: true } as const);
  return [{ at, outcome, original: { key: order.id, original } }];
}

/** Orders have a status, refunds have none. */
const isRefund = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "amount" in value && !("status" in value);

function parsedAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = readAs(schema, value);
  if (read.success) return read.data;
  const [fault] = read.faults;
  throw new RowRefusal(
    "invalid_value",
    fault?.field ?? "",
    "This is no order or refund as WooCommerce writes it.",
  );
}

/** The sale, with the sums that its events were made of, in the same order. */
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
  const to = memberStateAt(country, postcode, day, kind);
  const vat = minorUnitsOf(order.total_tax, order.currency, "total_tax");
  const leftOut = leftOutOfShop({
    kind,
    from: kind === "goods" ? settings.dispatch_country : settings.establishment_country,
    to,
    isBusiness: isBusiness(order, settings),
    hasVat: vat !== 0,
    // As the shop's table of rates names them: DE-MWST-1.
    taxedBy: /^([A-Z]{2})-/.exec(order.tax_lines[0]?.rate_code ?? "")?.[1],
  });
  if (leftOut) return leftOut;
  const sums = sumsByRate(allLines(order), order.currency);
  if (!sums || to === undefined) return unresolved("net_not_split");
  return soldOf(order, settings, withDifference(sums, vat), { to, day });
}

/** Keys differ by plugin; any of those that are set counts. */
const isBusiness = (order: WooOrder, { vat_number_meta }: WooSettings): boolean =>
  order.meta_data.some(
    ({ key, value }) =>
      vat_number_meta.includes(key) && typeof value === "string" && value.trim() !== "",
  );

function soldOf(
  order: WooOrder,
  settings: WooSettings,
  sums: readonly RateSum[],
  { to, day }: { readonly to: string; readonly day: ReturnType<typeof dayIn> },
): RowOutcome | Sold {
  const rated = sums.map((sum) => ({ ...sum, rate: rateBehind(sum, order, to, day) }));
  // A voucher may take a rate below zero that the order has nothing else of.
  if (rated.some(({ rate, net, vat }) => !rate || net < 0 || vat < 0)) {
    return unresolved("net_not_split");
  }
  const kind = settings.supply_kind;
  const events = rated.map(({ rate, net, vat }) =>
    shopEvent({
      source_id: settings.source_id,
      order: order.id,
      day,
      soldOn: day,
      kind,
      origin: originOf(kind, settings),
      to,
      currency: order.currency,
      vat_rate_bps: rate?.vat_rate_bps ?? 0,
      net,
      vat,
    }),
  );
  const isDerived = rated.some(({ rate }) => rate?.isDerived);
  return { sale: event(events, isDerived ? ["rate_derived"] : []), sums };
}
