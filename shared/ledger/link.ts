import { plusYears } from "../calendar/iso-date.ts";
import { importExclusionOf } from "../schemes/import-exclusions.ts";
import {
  dueDateOf,
  fromCountryOf,
  isImport,
  isSale,
  type LedgerEvent,
  type Link,
  periodOf,
  type SupplyEvent,
} from "../schemes/supply-event.ts";
import { unionExclusionOf } from "../schemes/union-exclusions.ts";

/** Corrections are possible for three years from the due date of the original return (Art. 61(2) CIR 282/2011). */
const CORRECTION_YEARS = 3;

/**
 * How a non-sale stands to its original, as far as the original is known. Depends on the two events
 * alone, so the order of arrival cannot matter.
 */
export function linkOf(event: SupplyEvent, original: LedgerEvent | undefined): Link | undefined {
  if (isSale(event)) return undefined;
  if (event.original_event_id === undefined) return { status: "missing" };
  if (event.original_event_id === event.event_id) return invalid("refers to itself");
  if (!original) return { status: "waiting" };
  const reason = faultOf(event, original);
  if (reason) return invalid(reason);
  return {
    status: "linked",
    supply_date: original.supply_date,
    from_country: fromCountryOf(original) ?? "",
    rate_category: original.rate_category,
    vat_rate_bps: original.vat_rate_bps,
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
  if (!isReportable(original)) return "the original is not in the return";
  if (periodOf(original) > periodOf(event)) return "the original lies in a later period";
  if (event.supply_date > plusYears(dueDateOf(original), CORRECTION_YEARS)) {
    return "more than three years after the original return was due";
  }
  return undefined;
}

/** What is in no return, such as a zero-rated sale or a consignment above the limit, needs no correction. */
const isReportable = (sale: LedgerEvent): boolean =>
  (isImport(sale) ? importExclusionOf(sale) : unionExclusionOf(sale)) === undefined;

/** Whether two links say the same. */
export function sameLink(a: Link | undefined, b: Link | undefined): boolean {
  const parts = (link: Link | undefined) =>
    Object.entries(link ?? {})
      .sort()
      .join();
  return parts(a) === parts(b);
}
