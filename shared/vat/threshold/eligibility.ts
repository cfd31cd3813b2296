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
 * Energy never does: its place is that of Art. 39, which Art. 59c leaves alone.
 */
export const countsTowardsThreshold = (event: LedgerEvent): boolean =>
  isCountable(event) && isOwnSaleToConsumer(event) && crossesBorder(event) === true;

/** What the relief of small sellers has taxed at home is in no return, and uses the limit up. */
const isCountable = ({ classification_status, treatment }: LedgerEvent): boolean =>
  classification_status === "classified" ||
  (classification_status === "excluded" && treatment === "origin_below_threshold");

/** Whether a sale under review may turn out to count: all that is known of it allows it. */
export const mayCountTowardsThreshold = (event: LedgerEvent): boolean =>
  event.classification_status === "needs_review" &&
  isOwnSaleToConsumer(event) &&
  crossesBorder(event) !== false;

const isOwnSaleToConsumer = (event: LedgerEvent): boolean =>
  isSale(event) &&
  event.customer_type === "b2c" &&
  event.supplier_role !== "underlying_seller" &&
  !event.deemed_supplier;

/** Undefined where it is not known where the supply comes from. */
function crossesBorder(event: LedgerEvent): boolean | undefined {
  const { supply_kind, establishment_country, consumption_country } = event;
  if (supply_kind === "goods") return isDistanceSaleThatCounts(event);
  if (supply_kind !== "tbe_services") return false;
  return establishment_country === undefined
    ? undefined
    : establishment_country !== consumption_country;
}

function isDistanceSaleThatCounts(event: LedgerEvent): boolean | undefined {
  const { dispatch_country, consumption_country, establishment_country, supply_date } = event;
  if (dispatch_country === undefined) return undefined;
  if (dispatch_country === consumption_country) return false;
  if (supply_date < DISPATCH_FROM_ESTABLISHMENT_SINCE) return true;
  return establishment_country === undefined
    ? undefined
    : dispatch_country === establishment_country;
}
