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
import { ENERGY_BEFORE_ITS_DAY, unionScopeOn } from "../../vat/schemes/union-oss.ts";
import type { Profile, ProfileHistory } from "../../vat/seller/profile.ts";

type Pieces = NonNullable<SupplyEvent["location_evidence"]>;

/** Art. 24b(d), 24f CIR 282/2011: two items of evidence that do not contradict each other. */
const DECIDING = 2;

/**
 * Whether the evidence leaves the place open: pieces differ, and not exactly one country, that of
 * consumption, has two kinds of evidence for it. Two of one kind are one item.
 */
function contradictions(event: SupplyEvent): string[] {
  const { consumption_country, location_evidence = [] } = event;
  const others = elsewhere(event);
  if (others.length === 0) return [];
  const here = location_evidence.filter(({ country }) => country === consumption_country);
  return isDecided(here) && !hasDecidedPlace(others) ? [] : ["location_evidence_conflict"];
}

/** The pieces that speak for another country where two others have decided. */
export const differingEvidence = (event: SupplyEvent): Pieces =>
  contradictions(event).length > 0 ? [] : elsewhere(event);

const elsewhere = ({ consumption_country, location_evidence = [] }: SupplyEvent): Pieces =>
  location_evidence.filter(({ country }) => country !== consumption_country);

const isDecided = (pieces: Pieces): boolean =>
  new Set(pieces.map(({ kind }) => kind)).size >= DECIDING;

const hasDecidedPlace = (pieces: Pieces): boolean =>
  [...Map.groupBy(pieces, ({ country }) => country).values()].some(isDecided);

/** Why a sale is declared in the national return of where it is consumed; empty when it is not. */
const nationalReasons = (event: SupplyEvent, profile: Profile): string[] => [
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

/** Where the ledger puts an event, and whether it belongs into that scheme's return. */
type Placement = {
  readonly treatment: Treatment;
  readonly classification_status: Classification;
  /** Empty when the event is plainly classified. */
  readonly classification_reasons: readonly string[];
};

/** What the caller says where the ledger would else decide. */
export type CallerOverrides = {
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
export function placementOf(
  event: SupplyEvent,
  profile: Profile,
  stated: CallerOverrides = {},
): Placement {
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
