import { isMemberState } from "../reference-data/member-states.ts";
import { schemeOf } from "../schemes/schemes.ts";
import { isSale, type LedgerEvent, roleOf, type SupplyEvent } from "../schemes/supply-event.ts";
import type { Profile } from "../seller/profile.ts";

/**
 * First day from which only distance sales that leave the Member State of establishment count towards the limit
 * (Directive (EU) 2025/516).
 */
const DISPATCH_FROM_ESTABLISHMENT_SINCE = "2027-01-01";

/**
 * True if a supply counts towards the EUR 10,000 of Art. 59c(1): the account's own intra-Community distance sales of
 * goods and telecommunications, broadcasting and electronic services to consumers in other Member States. Sales of a
 * deemed supplier count for the marketplace. Energy never counts: its place follows Art. 39, which Art. 59c does not
 * cover.
 */
export const countsTowardsThreshold = (event: LedgerEvent): boolean =>
  isCountable(event) && isOwnSaleToConsumer(event) && crossesFromState(event) === true;

/**
 * True if the classification lets a sale count. A sale taxed at origin under the relief is in no return, but uses up
 * the limit.
 */
const isCountable = ({ classification_status, treatment }: LedgerEvent): boolean =>
  classification_status === "classified" ||
  (classification_status === "excluded" && treatment === "origin_below_threshold");

/**
 * True if an electronic service to a consumer in the Union counts towards the EUR 100,000 of Art. 24b(d) CIR 282/2011,
 * wherever it is taxed there.
 */
export const countsAsElectronic = (event: LedgerEvent): boolean =>
  event.supply_kind === "tbe_services" &&
  isOwnSaleToConsumer(event) &&
  isMemberState(event.consumption_country ?? "") &&
  (isCountable(event) || event.classification_reasons.includes("services_taxed_at_establishment"));

/** True if a sale under review may turn out to count, judging by its known fields. */
export const mayCountTowardsThreshold = (event: LedgerEvent): boolean =>
  event.classification_status === "needs_review" &&
  isOwnSaleToConsumer(event) &&
  crossesFromState(event) !== false;

/**
 * True of a sale that is taxed at origin under the relief, and that nobody has decided about since. It rests on the
 * statement that no registration covers its day (Art. 59c(3)).
 */
export const restsOnRelief = (event: LedgerEvent): boolean =>
  event.classification_status === "excluded" &&
  event.classification_reasons.includes("origin_below_threshold") &&
  isOwnSaleToConsumer(event) &&
  crossesFromState(event) !== false;

/** True if the supply crosses a border and its seller is in a Member State for it (Art. 59c(1)(a)). */
const crossesFromState = (event: LedgerEvent): boolean | undefined =>
  schemeOf(event).has_relief ? crossesBorder(event) : false;

/** The facts of a supply that its place at origin rests on. */
type PlacedSupply = Pick<
  SupplyEvent,
  "event_type" | "customer_type" | "supplier_role" | "supply_kind" | "supply_date"
> & {
  readonly dispatch_country?: string | undefined;
  readonly establishment_country?: string | undefined;
  readonly consumption_country?: string | undefined;
};

/**
 * True if a sale to a consumer may have the relief of Art. 59c(1), the turnover left aside: it crosses the border to a
 * state that is not the seller's own, and the seller is established in no second one. Unknown facts speak for it.
 */
export const mayBeTaxedAtOrigin = (event: PlacedSupply, profile: Profile): boolean =>
  isOwnSaleToConsumer(event) &&
  crossesBorder(event) !== false &&
  isInOneStateAtMost(event, profile);

/**
 * True if the seller is known to be established in one Member State, or if nothing is known (Art. 59c(1)(a)). Northern
 * Ireland is one for goods alone.
 */
function isInOneStateAtMost(event: PlacedSupply, profile: Profile): boolean {
  const countries = [
    event.establishment_country,
    profile.establishment_country,
    ...profile.fixed_establishments.map(({ country }) => country),
  ].filter((country) => country !== undefined);
  const isForGoods = event.supply_kind === "goods";
  const states = new Set(
    countries.filter((country) => isMemberState(country) && (isForGoods || country !== "XI")),
  );
  return states.size === 1 || countries.length === 0;
}

const isOwnSaleToConsumer = (event: PlacedSupply): boolean =>
  isSale(event) && event.customer_type === "b2c" && roleOf(event) === "seller";

/** True if the supply crosses a border; undefined when its origin is unknown. */
function crossesBorder(event: PlacedSupply): boolean | undefined {
  const { supply_kind, establishment_country, consumption_country } = event;
  if (supply_kind === "goods") return isDistanceSaleThatCounts(event);
  if (supply_kind !== "tbe_services") return false;
  return establishment_country === undefined
    ? undefined
    : establishment_country !== consumption_country;
}

/**
 * True if goods travel to a Member State other than that of establishment: Art. 59c(1)(b) counts no others, so goods
 * from a foreign stock into the own state do not. Before 2027 an unknown establishment leaves a sale counted.
 */
function isDistanceSaleThatCounts(event: PlacedSupply): boolean | undefined {
  const { dispatch_country, consumption_country, establishment_country, supply_date } = event;
  if (dispatch_country === undefined) return undefined;
  if (dispatch_country === consumption_country) return false;
  if (consumption_country === establishment_country) return false;
  if (supply_date < DISPATCH_FROM_ESTABLISHMENT_SINCE) return true;
  return establishment_country === undefined
    ? undefined
    : dispatch_country === establishment_country;
}
