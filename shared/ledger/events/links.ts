import { periodKeyOn, periodNamed, periodOn } from "../../core/calendar/period.ts";
import {
  type Check,
  type CheckCode,
  checkOf,
  type LinkCheckCode,
} from "../../vat/schemes/check-codes.ts";
import { isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import { schemeOf, taxPeriodOf } from "../../vat/schemes/schemes.ts";
import {
  isSale,
  type LedgerEvent,
  type Link,
  type SupplyEvent,
  taxationOf,
} from "../../vat/schemes/supply-event.ts";
import { isVatOf } from "./checks.ts";
import { isAboveSale, isRefund, type RefundedTotal } from "./refunded-total.ts";

/** What a non-sale's sale shows to be wrong with it, although it can be corrected. */
const LINK_CHECKS: Readonly<Record<LinkCheckCode, string>> = {
  currency_differs_from_sale: "its sale is in another currency",
  refund_above_sale: "the refunds of its sale take back more than was sold",
  vat_differs_from_rate: "booked VAT is not that of the rate of its sale",
};

/**
 * Which refund went too far depends on the order in which they came, so all of them have the finding
 * (Art. 90 VAT Directive: the taxable amount is reduced, to nothing at most).
 */
function linkChecks(
  event: LedgerEvent,
  sale: LedgerEvent,
  taken: RefundedTotal | undefined,
): LinkCheckCode[] {
  const { vat_rate_bps = 0 } = sale;
  const isOdd = event.vat_rate_bps === undefined && !isVatOf(event, vat_rate_bps);
  const odd: LinkCheckCode[] = isOdd ? ["vat_differs_from_rate"] : [];
  if (event.currency !== sale.currency) return ["currency_differs_from_sale", ...odd];
  return isRefund(event) && isAboveSale(sale, taken) ? ["refund_above_sale", ...odd] : odd;
}

/**
 * How a non-sale stands to its original, as far as the original is known. Depends on the two events
 * and on what all non-sales of the original take back, so the order of arrival cannot matter.
 */
export function linkOf(
  event: LedgerEvent,
  original: LedgerEvent | undefined,
  taken?: RefundedTotal,
): Link | undefined {
  if (isSale(event)) return undefined;
  if (event.original_period !== undefined) return linkToPeriod(event, event.original_period);
  if (event.original_event_id === undefined) return { status: "missing" };
  if (event.original_event_id === event.event_id) return invalid("refers to itself");
  if (!original || original.undone) return { status: "waiting" };
  const reason = faultOf(event, original);
  if (reason) return invalid(reason);
  // What was never declared needs no repair: it is left out under the code of its sale.
  const excluded_as = schemeOf(original).exclusionOf(original);
  const checks = linkChecks(event, original, taken);
  const { rate_category, vat_rate_bps } = taxationOf(original);
  return {
    status: "linked",
    supply_date: original.supply_date,
    from_country: schemeOf(original).originOf(original).from_country,
    rate_category,
    vat_rate_bps,
    treatment: original.treatment,
    ...inherited(event, original),
    ...(excluded_as === undefined ? {} : { excluded_as }),
    ...(checks.length > 0 ? { checks } : {}),
  };
}

/** What an event does not say itself of the customer and the place. */
const inherited = (event: SupplyEvent, { customer_type, consumption_country }: SupplyEvent) => ({
  ...(event.customer_type === undefined ? { customer_type } : {}),
  ...(event.consumption_country === undefined ? { consumption_country } : {}),
});

/** Whether a return of that period was filed elsewhere is looked up when the correction is declared. */
function linkToPeriod({ supply_date }: SupplyEvent, original_period: string): Link {
  const original = periodNamed(original_period);
  if (!original) throw new RangeError(`no period ${original_period}`);
  const correcting = periodOn(original.kind, supply_date);
  return isCorrectable(original, correcting) ? { status: "by_period" } : invalid(TOO_LATE);
}

const TOO_LATE = "more than three years after the original return was due";

const invalid = (reason: string): Link => ({ status: "invalid", reason });

/** Why a non-sale cannot correct this original, or undefined. */
function faultOf(event: SupplyEvent, original: LedgerEvent): string | undefined {
  if (!isSale(original)) return "the original is not a sale";
  if (original.supply_kind !== event.supply_kind) return "the original is of another supply kind";
  const { consumption_country: state = original.consumption_country } = event;
  if (original.consumption_country !== state) {
    return "the original was consumed in another Member State";
  }
  const { period_kind } = schemeOf(original);
  const [sold, corrected] = [original.supply_date, event.supply_date].map((day) =>
    periodKeyOn(period_kind, day),
  );
  if (String(sold) > String(corrected)) return "the original lies in a later period";
  return isCorrectable(taxPeriodOf(original), periodOn(period_kind, event.supply_date))
    ? undefined
    : TOO_LATE;
}

/** Whether two links say the same. */
export function sameLink(a: Link | undefined, b: Link | undefined): boolean {
  const parts = (link: Link | undefined) =>
    Object.entries(link ?? {})
      .sort()
      .join();
  return parts(a) === parts(b);
}

/** All that is found about an event: of itself, and of a non-sale by what it corrects. */
export function checksOn({ checks, link }: LedgerEvent): Check[] {
  const linked = link?.status === "linked" ? (link.checks ?? []) : [];
  return [...checks, ...linked.map((code) => checkOf(code, LINK_CHECKS[code]))];
}

/** What tells of VAT that was charged and stands in no return: being excluded is no answer to it. */
const VAT_LEFT_OUT: ReadonlySet<CheckCode> = new Set(["vat_on_zero_category", "vat_on_b2b_sale"]);

/**
 * The checks that still count. A blocking one is settled once a person has decided about the event, and
 * does not matter while the event stands in no return: it must be possible to get a period ready.
 */
export function openChecks(event: LedgerEvent): Check[] {
  const settled = new Set(
    (event.classification_history ?? []).flatMap((step) => step.settled_checks ?? []),
  );
  const isExcluded = schemeOf(event).exclusionOf(event) !== undefined;
  return checksOn(event).filter(
    ({ code, severity }) =>
      severity !== "blocking" || !(settled.has(code) || (isExcluded && !VAT_LEFT_OUT.has(code))),
  );
}

/** The blocking ones among them. */
export const openBlockingCodes = (event: LedgerEvent): CheckCode[] =>
  openChecks(event)
    .filter(({ severity }) => severity === "blocking")
    .map(({ code }) => code);
