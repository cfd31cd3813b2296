import { isEnergy, isService, roleOf, type SupplyEvent } from "../../vat/schemes/supply-event.ts";
import { ENERGY_BEFORE_ITS_DAY, unionScopeOn } from "../../vat/schemes/union-scope.ts";
import type { Profile } from "../../vat/seller/profile.ts";

/** Why a sale is declared in the national return of where it is consumed; empty when it is not. */
export const nationalReasons = (event: SupplyEvent, profile: Profile): string[] => [
  ...(isAtHome(event, profile) && roleOf(event) !== "deemed_supplier" ? ["domestic_goods"] : []),
  ...(isService(event.supply_kind) && isEstablishedThere(event, profile)
    ? ["services_taxed_at_establishment"]
    : []),
  ...energyReasons(event, profile),
];

/**
 * Energy is taxed where it is consumed (Art. 39), and declared there by who is established there. Of
 * consumers' energy anybody else does so, too, until the Union scheme takes it in.
 */
function energyReasons(event: SupplyEvent, profile: Profile): string[] {
  if (!isEnergy(event)) return [];
  if (isEstablishedThere(event, profile)) return ["energy_at_establishment"];
  if (event.customer_type === "b2b") return [];
  return unionScopeOn(event.supply_date).kinds.has("energy") ? [] : [ENERGY_BEFORE_ITS_DAY];
}

/**
 * Art. 369g(1)(b): a domestic sale of goods is in scope only of a deemed supplier (Art. 14a(2)), until
 * the scheme takes in those of sellers who are not established there.
 */
const isAtHome = (event: SupplyEvent, profile: Profile): boolean =>
  event.supply_kind === "goods" &&
  event.dispatch_country === event.consumption_country &&
  !(
    unionScopeOn(event.supply_date).goods_within_a_state &&
    event.establishment_country !== undefined &&
    !isEstablishedThere(event, profile)
  );

/**
 * Art. 369a(2): services taxed where the supplier has its seat or a fixed establishment go into the
 * national return, even if that establishment took no part in the supply.
 */
const isEstablishedThere = (event: SupplyEvent, profile: Profile): boolean =>
  [
    event.establishment_country,
    profile.establishment_country,
    ...profile.fixed_establishments.map((one) => one.country),
  ].includes(event.consumption_country);
