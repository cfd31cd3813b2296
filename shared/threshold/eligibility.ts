import { isSale, type LedgerEvent } from "../schemes/supply-event.ts";

/**
 * Directive (EU) 2025/516, from this day: only distance sales that leave the Member State of
 * establishment count towards the limit.
 */
const DISPATCH_FROM_ESTABLISHMENT_SINCE = "2027-01-01";

/**
 * Whether a supply counts towards the EUR 10,000 of Art. 59c(1): intra-Community distance sales of
 * goods and telecommunications, broadcasting and electronic services to consumers in other Member
 * States, of the account itself. Sales that a marketplace is deemed to make count there, not here.
 */
export function countsTowardsThreshold(event: LedgerEvent): boolean {
  if (!isSale(event) || !isCountable(event)) return false;
  if (event.customer_type !== "b2c" || event.deemed_supplier) return false;
  if (event.supply_kind === "goods") return isCountedDistanceSale(event);
  return (
    event.supply_kind === "tbe_services" &&
    event.establishment_country !== undefined &&
    event.establishment_country !== event.consumption_country
  );
}

/** What the relief of small sellers has taxed at home is in no return, and uses the limit up. */
const isCountable = ({ classification_status, treatment }: LedgerEvent): boolean =>
  classification_status === "classified" ||
  (classification_status === "excluded" && treatment === "origin_below_threshold");

function isCountedDistanceSale(event: LedgerEvent): boolean {
  const { dispatch_country, consumption_country, establishment_country, supply_date } = event;
  if (dispatch_country === undefined || dispatch_country === consumption_country) return false;
  return (
    supply_date < DISPATCH_FROM_ESTABLISHMENT_SINCE || dispatch_country === establishment_country
  );
}
