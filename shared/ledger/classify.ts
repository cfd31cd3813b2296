import type { Profile } from "../accounts/profile.ts";
import {
  CLASSIFICATIONS,
  type Classification,
  isSale,
  isService,
  type SupplyEvent,
} from "../schemes/supply-event.ts";
import { contradictions } from "./location-evidence.ts";

/** What the ledger makes of an event, with the reasons; no reasons when it is plainly classified. */
type Classified = {
  readonly classification_status: Classification;
  readonly classification_reasons: readonly string[];
};

/**
 * Whether an event belongs into a return. `excluded`: it is outside the One-Stop Shop by law.
 * `needs_review`: its place is unknown or contradictory. The caller may ask for the stricter, never
 * for the laxer. The place of a non-sale is that of its original, so it is not judged here.
 */
export function classify(
  event: SupplyEvent,
  profile: Profile,
  asked: Classification = "classified",
): Classified {
  const found = findingOf(event, profile);
  if (strictness(asked) <= strictness(found.classification_status)) return found;
  return {
    classification_status: asked,
    classification_reasons: [...found.classification_reasons, `${asked}_by_caller`],
  };
}

const strictness = (status: Classification): number => CLASSIFICATIONS.indexOf(status);

function findingOf(event: SupplyEvent, profile: Profile): Classified {
  const outside = isSale(event) ? outsideReasons(event, profile) : customerReasons(event);
  if (outside.length > 0)
    return { classification_status: "excluded", classification_reasons: outside };
  const open = isSale(event) ? missingPlace(event).concat(contradictions(event)) : [];
  if (open.length > 0)
    return { classification_status: "needs_review", classification_reasons: open };
  return { classification_status: "classified", classification_reasons: [] };
}

/** Reverse charge and intra-Community supplies are not in the special schemes. */
const customerReasons = (event: SupplyEvent): string[] =>
  event.customer_type === "b2b" ? ["b2b_customer"] : [];

/** Why the supply is taxed through the national return, or outside the Union. */
function outsideReasons(event: SupplyEvent, profile: Profile): string[] {
  return [
    ...customerReasons(event),
    ...(isDomesticGoods(event) ? ["domestic_goods"] : []),
    ...(isTaxedAtEstablishment(event, profile) ? ["services_taxed_at_establishment"] : []),
  ];
}

/** Art. 369g(1)(b): a domestic sale of goods is in scope only of a deemed supplier (Art. 14a(2)). */
const isDomesticGoods = (event: SupplyEvent): boolean =>
  event.supply_kind === "goods" &&
  event.dispatch_country === event.consumption_country &&
  !event.deemed_supplier;

/**
 * Art. 369a(2): services taxed where the supplier has its seat or a fixed establishment go into the
 * national return, even if that establishment took no part in the supply.
 */
function isTaxedAtEstablishment(event: SupplyEvent, profile: Profile): boolean {
  if (!isService(event.supply_kind)) return false;
  return [
    event.establishment_country,
    profile.establishment_country,
    ...profile.fixed_establishments.map((one) => one.country),
  ].includes(event.consumption_country);
}

/** What a person must add before the supply can stand in a return: its row is keyed by it. */
export function missingPlace(event: SupplyEvent): string[] {
  if (event.supply_kind === "goods" && event.dispatch_country === undefined) {
    return ["dispatch_country_missing"];
  }
  if (isService(event.supply_kind) && event.establishment_country === undefined) {
    return ["establishment_country_missing"];
  }
  return [];
}
