import { isMemberState } from "../../vat/reference-data/member-states.ts";
import {
  CLASSIFICATIONS,
  type Classification,
  fromCountryOf,
  isEnergy,
  isImport,
  isSale,
  isService,
  roleOf,
  type SupplyEvent,
  type Treatment,
} from "../../vat/schemes/supply-event.ts";
import type { Profile, ProfileHistory } from "../../vat/seller/profile.ts";
import { contradictions } from "./location-evidence.ts";
import { nationalReasons } from "./national.ts";

/** Where the ledger puts an event, and whether it belongs into that scheme's return. */
type Placement = {
  readonly treatment: Treatment;
  readonly classification_status: Classification;
  /** Empty when the event is plainly classified. */
  readonly classification_reasons: readonly string[];
};

/** What the caller says where the ledger would else decide. */
export type Stated = {
  readonly treatment?: Treatment | undefined;
  /** The caller may ask for the stricter, never for the laxer. */
  readonly classification_status?: Classification | undefined;
  /** Else the seat is where it is supplied from. */
  readonly establishment_country?: string | undefined;
};

/**
 * Where an event belongs, by its facts and the profile of its day; registrations have no say in it.
 * `excluded`: it is in no scheme by law. `needs_review`: its place is unknown or contradictory. The
 * place of a non-sale is that of its sale, so it is not judged here.
 */
export function placementOf(event: SupplyEvent, profile: Profile, stated: Stated = {}): Placement {
  const found = byFacts(event, profile);
  const said = stated.treatment ?? found.treatment;
  const contradicted = movesVat(said, found.treatment) && !refines(said, event, found.treatment);
  const placed: Placement = {
    treatment: said,
    ...judged(event, said === found.treatment ? found : { treatment: said, reasons: [said] }),
  };
  const checked = contradicted ? toReview(placed) : placed;
  const asked = stated.classification_status ?? "classified";
  return stricter(checked, asked, `${asked}_by_caller`);
}

const IN_SCHEMES: ReadonlySet<Treatment> = new Set(["union_oss", "non_union_oss", "ioss"]);

/** Whether VAT would be in another return, or in none any more; the rest is in none either way. */
const movesVat = (said: Treatment, found: Treatment): boolean =>
  said !== found && (IN_SCHEMES.has(said) || IN_SCHEMES.has(found));

/** Nobody's word takes a supply out of its return, or puts it into one, against the facts. */
const toReview = ({ treatment, ...placed }: Placement): Placement => ({
  treatment,
  classification_status: "needs_review",
  classification_reasons: [
    ...(placed.classification_status === "needs_review" ? placed.classification_reasons : []),
    "treatment_contradicts_facts",
  ],
});

/** Whether a stated treatment says more than the facts can, and nothing against them. */
function refines(said: Treatment, event: SupplyEvent, found: Treatment): boolean {
  if (!isSale(event)) return true;
  if (found === "union_oss") {
    // The relief of small sellers (Art. 59c) is for distance sales and electronic services.
    if (said === "origin_below_threshold")
      return event.supply_kind !== "other_services" && !isEnergy(event);
    // Services to consumers are taxed at the supplier's seat, but for those of Art. 46 to 59.
    if (said === "domestic") return event.supply_kind === "other_services";
  }
  // Nothing is charged where nothing is due, so no VAT moves between states.
  return said === "outside_scope" && event.vat_amount_minor === 0;
}

function stricter(placed: Placement, asked: Classification, reason: string): Placement {
  const strictness = (status: Classification): number => CLASSIFICATIONS.indexOf(status);
  if (strictness(asked) <= strictness(placed.classification_status)) return placed;
  return {
    ...placed,
    classification_status: asked,
    classification_reasons: [...placed.classification_reasons, reason],
  };
}

/** Whether two profiles may place the same event differently: nothing else of them has a say. */
export const placesDiffer = (one: ProfileHistory, other: ProfileHistory): boolean =>
  placesOf(one) !== placesOf(other);

const placesOf = ({ rows }: ProfileHistory): string =>
  JSON.stringify(
    rows.map(({ valid_from, establishment_country, fixed_establishments }) => [
      valid_from,
      establishment_country,
      fixed_establishments.map(({ country }) => country).sort(),
    ]),
  );

type Found = { readonly treatment: Treatment; readonly reasons: readonly string[] };

function judged(event: SupplyEvent, { treatment, reasons }: Found): Omit<Placement, "treatment"> {
  if (!IN_SCHEMES.has(treatment)) {
    return { classification_status: "excluded", classification_reasons: reasons };
  }
  const open = isSale(event) ? missingPlace(event).concat(contradictions(event)) : [];
  return open.length > 0
    ? { classification_status: "needs_review", classification_reasons: open }
    : { classification_status: "classified", classification_reasons: [] };
}

function byFacts(event: SupplyEvent, profile: Profile): Found {
  const scheme: Found = { treatment: schemeByFacts(event, profile), reasons: [] };
  if (roleOf(event) === "underlying_seller") return only("deemed_by_marketplace");
  const { consumption_country } = event;
  if (consumption_country !== undefined && !isMemberState(consumption_country)) {
    return only("export");
  }
  const national = isSale(event) ? nationalReasons(event, profile) : [];
  if (event.customer_type === "b2b") {
    const treatment =
      fromCountryOf(event) === event.consumption_country ? "domestic" : "reverse_charge";
    return { treatment, reasons: ["b2b_customer", ...national] };
  }
  return national.length > 0 ? { treatment: "domestic", reasons: national } : scheme;
}

const only = (treatment: Treatment): Found => ({ treatment, reasons: [treatment] });

/** The scheme that takes a supply to a consumer in the Union, whoever is registered where. */
export function schemeByFacts(event: SupplyEvent, profile: Profile): Treatment {
  if (isImport(event)) return "ioss";
  return isService(event.supply_kind) && isOutsideUnion(profile) ? "non_union_oss" : "union_oss";
}

/**
 * Art. 358a(1): a business with neither its seat nor a fixed establishment in the Union. Where nobody
 * said where the business is, it is taken to be in the Union.
 */
const isOutsideUnion = ({ establishment_country, fixed_establishments }: Profile): boolean =>
  establishment_country !== undefined &&
  !(isMemberState(establishment_country) && establishment_country !== "XI") &&
  fixed_establishments.length === 0;

/** What a person must add before the supply can stand in a return: its row is keyed by it. */
export function missingPlace(event: SupplyEvent): string[] {
  if (event.supply_kind === "goods" && event.dispatch_country === undefined) {
    return ["dispatch_country_missing"];
  }
  // Of energy it decides whether the national return takes it (Art. 369b).
  if (
    (isService(event.supply_kind) || isEnergy(event)) &&
    event.establishment_country === undefined
  ) {
    return ["establishment_country_missing"];
  }
  return [];
}
