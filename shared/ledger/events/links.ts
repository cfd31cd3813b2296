import { periodKeyOn, periodNamed, periodOn } from "../../core/calendar/period.ts";
import { isCorrectable } from "../../vat/schemes/correction-years.ts";
import { schemeOf, taxPeriodOf } from "../../vat/schemes/schemes.ts";
import {
  isSale,
  type LedgerEvent,
  type Link,
  type SupplyEvent,
  taxationOf,
} from "../../vat/schemes/supply-event.ts";
import { linkChecks } from "./link-checks.ts";
import type { TakenBack } from "./refunded-total.ts";

/**
 * How a non-sale stands to its original, as far as the original is known. Depends on the two events
 * and on what all non-sales of the original take back, so the order of arrival cannot matter.
 */
export function linkOf(
  event: LedgerEvent,
  original: LedgerEvent | undefined,
  taken?: TakenBack,
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
