import { plusYears } from "../calendar/iso-date.ts";
import { periodKeyOf, schemeOf, taxPeriodOf } from "../schemes/schemes.ts";
import { isSale, type LedgerEvent, type Link, type SupplyEvent } from "../schemes/supply-event.ts";
import { linkChecks } from "./link-checks.ts";
import type { TakenBack } from "./taken-back.ts";

/** Corrections are possible for three years from the due date of the original return (Art. 61(2) CIR 282/2011). */
const CORRECTION_YEARS = 3;

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
  const checks = linkChecks(event, original, taken);
  return {
    status: "linked",
    supply_date: original.supply_date,
    from_country: schemeOf(original).originOf(original).from_country,
    rate_category: original.rate_category,
    vat_rate_bps: original.vat_rate_bps,
    ...(checks.length > 0 ? { checks } : {}),
  };
}

const invalid = (reason: string): Link => ({ status: "invalid", reason });

/** Why a non-sale cannot correct this original, or undefined. */
function faultOf(event: SupplyEvent, original: LedgerEvent): string | undefined {
  if (!isSale(original)) return "the original is not a sale";
  if (original.classification_status !== "classified") return "the original is not classified";
  if (original.supply_kind !== event.supply_kind) return "the original is of another supply kind";
  if (original.consumption_country !== event.consumption_country) {
    return "the original was consumed in another Member State";
  }
  // A zero-rated sale or a consignment above the limit was never declared.
  if (schemeOf(original).exclusionOf(original)) return "the original is not in the return";
  if (periodKeyOf(original) > periodKeyOf(event)) return "the original lies in a later period";
  if (event.supply_date > plusYears(taxPeriodOf(original).filingDueDate, CORRECTION_YEARS)) {
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
