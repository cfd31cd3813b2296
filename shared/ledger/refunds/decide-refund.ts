import { DomainError, invalidRequest, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf, readAs } from "../../core/errors/field-errors.ts";
import type { EventId } from "../../core/ids.ts";
import { decimalString } from "../../core/money/money.ts";
import type { EventRecord } from "../events/event-record.ts";
import { signedAmounts } from "../events/links.ts";
import { NewEvent } from "../events/schema.ts";
import type { LoadedPart } from "./load-refundable.ts";
import type { RefundRequest } from "./schema.ts";
import { grossLeft, grossOf, type RefundablePart, splitRefund } from "./split-refund.ts";

/** What a refund is decided by, besides the state of the sale. */
export type AskedRefund = RefundRequest & {
  /** The sale, or the order that was split, as the caller named it. */
  readonly order: EventId;
};

/** Maximum number of parts, so that one transaction takes back from all of them or from none. */
const MOST_PARTS = 15;

/**
 * Decides the events of a refund, one for each part of the order from which it takes anything.
 * @throws DomainError `invalid_request`, `nothing_to_refund`, `refund_exceeds_sale`
 */
export function eventsOfRefund(parts: readonly LoadedPart[], asked: AskedRefund): NewEvent[] {
  rejectFaulty([...faultsOf(parts, asked)]);
  const refundable = parts.map(refundableOf);
  const left = grossLeft(refundable);
  const gross = asked.in_full ? left : BigInt(asked.gross_amount_minor ?? 0);
  if (left === 0n) {
    throw new DomainError("nothing_to_refund", `nothing is left of ${asked.order}: it is refunded`);
  }
  if (gross > left) throw aboveSale(parts, refundable, asked);
  return splitRefund(refundable, gross).flatMap((amounts, n) =>
    grossOf(amounts) === 0n ? [] : [eventOf(parts[n] as LoadedPart, amounts, asked)],
  );
}

function faultsOf(parts: readonly LoadedPart[], { order, supply_date }: AskedRefund) {
  const [first] = parts.map(({ sale }) => sale.supply_date).sort();
  const many = `${order} has ${parts.length} parts: refund them one by one, or up to ${MOST_PARTS}`;
  return [
    ...faultIf(
      supply_date < (first ?? ""),
      "supply_date",
      `must not lie before the sale of ${first}`,
    ),
    ...faultIf(parts.length > MOST_PARTS, "event_id", many),
  ];
}

/** Returns what a sale was sold for, and what its non-sales have left of it. */
function refundableOf({ sale, state, uncounted }: LoadedPart): RefundablePart {
  const counted = state.taken_back?.[sale.currency];
  const others = uncounted
    .filter((event) => event.currency === sale.currency && !isSetAside(event))
    .map(signedAmounts);
  const leftOf = (sold: number, taken: number | undefined, kept: readonly number[]) =>
    BigInt(
      Math.max(
        0,
        kept.reduce((sum, amount) => sum + amount, sold - (taken ?? 0)),
      ),
    );
  const { taxable_amount_minor: net, vat_amount_minor: vat } = sale;
  return {
    sold: { net: BigInt(net), vat: BigInt(vat) },
    left: {
      net: leftOf(
        net,
        counted?.taxable_amount_minor,
        others.map(({ taxable }) => taxable),
      ),
      vat: leftOf(
        vat,
        counted?.vat_amount_minor,
        others.map((amounts) => amounts.vat),
      ),
    },
  };
}

/**
 * True if somebody has excluded the event. One that the ledger has excluded, such as the refund of an export, has taken
 * back from its sale nevertheless.
 */
const isSetAside = ({
  classification_status,
  classification_reasons,
  classification_history,
}: EventRecord): boolean =>
  classification_status === "excluded" &&
  (classification_history.length > 0 || classification_reasons.includes("excluded_by_caller"));

function aboveSale(
  parts: readonly LoadedPart[],
  refundable: readonly RefundablePart[],
  { order, gross_amount_minor }: AskedRefund,
): DomainError {
  const left = grossLeft(refundable);
  const each = parts.map(({ sale }, n) => {
    const part = refundable[n] as RefundablePart;
    return `${sale.event_id}: ${grossOf(part.left)}`;
  });
  const split = parts.length > 1 ? ` (${each.join(", ")})` : "";
  const [first] = parts as [LoadedPart];
  const { currency } = first.sale;
  const message = `${left} ${currency} minor units with VAT are left of ${order}${split}, not ${gross_amount_minor}`;
  const most = `${left} minor units, ${decimalString(Number(left), currency)} ${currency}`;
  return new DomainError("refund_exceeds_sale", message, [
    { field: "gross_amount_minor", message: `must be at most ${most}` },
  ]);
}

function eventOf(
  { sale, refund_id }: LoadedPart,
  { net, vat }: RefundablePart["left"],
  { order: _, in_full: __, gross_amount_minor: ___, ...stated }: AskedRefund,
): NewEvent {
  const read = readAs(NewEvent, {
    ...stated,
    event_id: refund_id,
    event_type: stated.event_type ?? "refund",
    original_event_id: sale.event_id,
    supply_kind: sale.supply_kind,
    currency: sale.currency,
    source_id: stated.source_id ?? sale.source_id,
    taxable_amount_minor: Number(net),
    vat_amount_minor: Number(vat),
  });
  if (read.success) return read.data;
  throw invalidRequest(read.faults);
}
