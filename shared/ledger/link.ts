import { plusDays, plusYears } from "../calendar/iso-date.ts";
import { periodKeyOn, periodOn } from "../calendar/period.ts";
import { CORRECTION_YEARS } from "../schemes/correction-years.ts";
import { schemeOf, taxPeriodOf } from "../schemes/schemes.ts";
import {
  isSale,
  type LedgerEvent,
  type Link,
  type SupplyEvent,
  taxationOf,
} from "../schemes/supply-event.ts";
import { linkChecks } from "./link-checks.ts";
import type { TakenBack } from "./taken-back.ts";

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
  if (event.original_event_id === undefined) return { status: "missing" };
  if (event.original_event_id === event.event_id) return invalid("refers to itself");
  if (!original) return { status: "waiting" };
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
  // A return can first be submitted on the day after its period.
  const submitted = plusDays(periodOn(period_kind, event.supply_date).lastDay, 1);
  if (submitted > plusYears(taxPeriodOf(original).filingDueDate, CORRECTION_YEARS)) {
    return "more than three years after the original return was due";
  }
  return undefined;
}

/** Whether two links say the same. */
export function sameLink(a: Link | undefined, b: Link | undefined): boolean {
  const parts = (link: Link | undefined) =>
    Object.entries(link ?? {})
      .sort()
      .join();
  return parts(a) === parts(b);
}
