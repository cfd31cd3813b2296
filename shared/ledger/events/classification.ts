import { isMemberState } from "../../vat/reference-data/member-states.ts";
import { staysInUnitedKingdom } from "../../vat/schemes/consignment-value.ts";
import {
  CLASSIFICATIONS,
  type Classification,
  fromCountryOf,
  isEnergy,
  isImport,
  isSale,
  isService,
  type LedgerEvent,
  roleOf,
  type SupplyEvent,
  type Treatment,
} from "../../vat/schemes/supply-event.ts";
import { ENERGY_BEFORE_ITS_DAY, unionScopeOn } from "../../vat/schemes/union-oss.ts";
import type { Profile, ProfileHistory } from "../../vat/seller/profile.ts";
import { mayBeTaxedAtOrigin } from "../../vat/threshold/eligibility.ts";

type Pieces = NonNullable<SupplyEvent["location_evidence"]>;

/** Art. 24b(d), 24f CIR 282/2011: two items of evidence that do not contradict each other. */
const DECIDING = 2;

/**
 * Returns the evidence that leaves the place open. That is the case if pieces differ and not exactly one country, the
 * country of consumption, has two kinds of evidence. Two pieces of one kind are one item.
 */
function contradictions(event: SupplyEvent): string[] {
  const { consumption_country, location_evidence = [] } = event;
  const others = elsewhere(event);
  if (others.length === 0) return [];
  const here = location_evidence.filter(({ country }) => country === consumption_country);
  return isDecided(here) && !hasDecidedPlace(others) ? [] : ["location_evidence_conflict"];
}

/** Returns the evidence for another country, if two other items have decided the place. */
export const differingEvidence = (event: SupplyEvent): Pieces =>
  contradictions(event).length > 0 ? [] : elsewhere(event);

/**
 * True if a classified electronic service rests on one item of evidence, which is enough up to EUR 100,000 of such services a
 * year (Art. 24b(d), second subparagraph).
 */
export const hasSingleEvidence = (event: LedgerEvent): boolean =>
  isSale(event) &&
  event.supply_kind === "tbe_services" &&
  event.classification_status === "classified" &&
  new Set(event.location_evidence?.map(({ kind }) => kind)).size === 1;

const elsewhere = ({ consumption_country, location_evidence = [] }: SupplyEvent): Pieces =>
  location_evidence.filter(({ country }) => country !== consumption_country);

const isDecided = (pieces: Pieces): boolean =>
  new Set(pieces.map(({ kind }) => kind)).size >= DECIDING;

const hasDecidedPlace = (pieces: Pieces): boolean =>
  [...Map.groupBy(pieces, ({ country }) => country).values()].some(isDecided);

/**
 * Returns the reasons why a sale belongs in the national return of the country of consumption; empty if it does not.
 */
const nationalReasons = (event: SupplyEvent, profile: Profile): string[] => [
  ...(isAtHome(event, profile) && roleOf(event) !== "deemed_supplier" ? ["domestic_goods"] : []),
  ...(isService(event.supply_kind) && isEstablishedThere(event, profile)
    ? ["services_taxed_at_establishment"]
    : []),
  ...(isInstalledAtHome(event, profile) ? ["domestic_goods"] : []),
  ...(staysInUnitedKingdom(event.origin_country, event.consumption_country)
    ? ["domestic_goods"]
    : []),
  ...energyReasons(event, profile),
];

/**
 * Returns the reasons why energy is not in a return. Energy is taxed where it is consumed (Art. 39), and declared there
 * by a supplier established there. Other suppliers of consumers declare it there too, until the Union scheme covers it.
 */
function energyReasons(event: SupplyEvent, profile: Profile): string[] {
  if (!isEnergy(event)) return [];
  if (isEstablishedThere(event, profile)) return ["energy_at_establishment"];
  if (event.customer_type === "b2b") return [];
  return unionScopeOn(event.supply_date).kinds.has("energy") ? [] : [ENERGY_BEFORE_ITS_DAY];
}

/**
 * True if a domestic sale of goods is outside the scheme. It is in scope only for a deemed supplier (Art. 14a(2),
 * 369g(1)(b)), until the scheme covers sellers who are not established there.
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
 * True if goods are installed where the supplier is established: a domestic sale (Art. 36), which the scheme never
 * covers. Before it covers any installation, the kind of supply excludes all of them.
 */
const isInstalledAtHome = (event: SupplyEvent, profile: Profile): boolean =>
  event.supply_kind === "assembly_installation" &&
  unionScopeOn(event.supply_date).goods_within_a_state &&
  isEstablishedThere(event, profile);

/**
 * True if the supplier has its seat or a fixed establishment in the country of consumption. Services taxed there belong
 * in the national return, even if that establishment took no part in the supply (Art. 369a(2)).
 */
const isEstablishedThere = (event: SupplyEvent, profile: Profile): boolean =>
  [
    event.establishment_country,
    profile.establishment_country,
    ...profile.fixed_establishments.map((establishment) => establishment.country),
  ].includes(event.consumption_country);

/** The treatment of an event, and its classification in the return of that scheme. */
export type Placement = {
  readonly treatment: Treatment;
  readonly classification_status: Classification;
  /** Empty if the event is classified without doubt. */
  readonly classification_reasons: readonly string[];
};

/** Facts that the caller states in place of the ledger's own decision. */
export type CallerOverrides = {
  readonly treatment?: Treatment | undefined;
  /** The caller may request a stricter classification, never a laxer one. */
  readonly classification_status?: Classification | undefined;
  /** Without a value, the supply is made from the seat. */
  readonly establishment_country?: string | undefined;
};

/**
 * Places an event by its facts and by the profile of its day; registrations have no effect. `excluded`: the event is in
 * no scheme by law. `needs_review`: its place is unknown or contradictory. A non-sale has the place of its sale, so it
 * is not placed here.
 */
export function placementOf(
  event: SupplyEvent,
  profile: Profile,
  stated: CallerOverrides = {},
): Placement {
  const found = byFacts(event, profile);
  const said = stated.treatment ?? found.treatment;
  const contradicted =
    movesVat(said, found.treatment) && !refines(said, event, found.treatment, profile);
  const placed: Placement = {
    treatment: said,
    ...judged(event, said === found.treatment ? found : { treatment: said, reasons: [said] }),
  };
  const checked = contradicted ? toReview(placed) : placed;
  const asked = stated.classification_status ?? "classified";
  return stricter(checked, asked, `${asked}_by_caller`);
}

const IN_SCHEMES: ReadonlySet<Treatment> = new Set(["union_oss", "non_union_oss", "ioss"]);

/** True if the stated treatment moves VAT into or out of a return. Between other treatments no return changes. */
const movesVat = (said: Treatment, found: Treatment): boolean =>
  said !== found && (IN_SCHEMES.has(said) || IN_SCHEMES.has(found));

/** Sends an event to review. A stated treatment cannot move a supply into or out of its return against the facts. */
const toReview = ({ treatment, ...placed }: Placement): Placement => ({
  treatment,
  classification_status: "needs_review",
  classification_reasons: [
    ...(placed.classification_status === "needs_review" ? placed.classification_reasons : []),
    "treatment_contradicts_facts",
  ],
});

/** True if a stated treatment adds to the facts without contradicting them. */
function refines(said: Treatment, event: SupplyEvent, found: Treatment, profile: Profile): boolean {
  if (!isSale(event)) return true;
  if (found === "union_oss") {
    if (said === "origin_below_threshold") return mayBeTaxedAtOrigin(event, profile);
    // Services to consumers are taxed at the supplier's seat, except those of Art. 46 to 59.
    if (said === "domestic") return event.supply_kind === "other_services";
  }
  // The event has no VAT, so no VAT moves between states.
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

/** True if two profiles may place the same event differently. Other differences have no effect on events. */
export const placesDiffer = (before: ProfileHistory, after: ProfileHistory): boolean =>
  placesOf(before) !== placesOf(after);

const placesOf = ({ rows }: ProfileHistory): string =>
  JSON.stringify(
    rows.map(({ valid_from, establishment_country, fixed_establishments }) => [
      valid_from,
      establishment_country,
      fixed_establishments.map(({ country }) => country).sort(),
    ]),
  );

type Evaluation = { readonly treatment: Treatment; readonly reasons: readonly string[] };

function judged(
  event: SupplyEvent,
  { treatment, reasons }: Evaluation,
): Omit<Placement, "treatment"> {
  if (!IN_SCHEMES.has(treatment)) {
    return { classification_status: "excluded", classification_reasons: reasons };
  }
  const open = isSale(event) ? missingPlace(event).concat(contradictions(event)) : [];
  return open.length > 0
    ? { classification_status: "needs_review", classification_reasons: open }
    : { classification_status: "classified", classification_reasons: [] };
}

function byFacts(event: SupplyEvent, profile: Profile): Evaluation {
  const scheme: Evaluation = { treatment: schemeByFacts(event, profile), reasons: [] };
  if (roleOf(event) === "underlying_seller") return only("deemed_by_marketplace");
  const { consumption_country, dispatch_country } = event;
  if (consumption_country !== undefined && !isMemberState(consumption_country)) {
    return event.supply_kind === "goods" &&
      staysInUnitedKingdom(dispatch_country, consumption_country)
      ? { treatment: "domestic", reasons: ["domestic_goods"] }
      : only("export");
  }
  const national = isSale(event) ? nationalReasons(event, profile) : [];
  if (event.customer_type === "b2b") {
    const treatment =
      fromCountryOf(event) === event.consumption_country ? "domestic" : "reverse_charge";
    return { treatment, reasons: ["b2b_customer", ...national] };
  }
  return national.length > 0 ? { treatment: "domestic", reasons: national } : scheme;
}

const only = (treatment: Treatment): Evaluation => ({ treatment, reasons: [treatment] });

/** Returns the scheme for a supply to a consumer in the Union, regardless of registrations. */
export function schemeByFacts(event: SupplyEvent, profile: Profile): Treatment {
  if (isImport(event)) return "ioss";
  const isOutside = isService(event.supply_kind) && isOutsideUnion(event, profile);
  return isOutside ? "non_union_oss" : "union_oss";
}

/**
 * True for a service of a business with neither its seat nor a fixed establishment in the Union (Art. 358a(1)), that
 * from which the service is supplied included. A business without a known seat is treated as established in the Union.
 * Northern Ireland is in the Union for goods alone.
 */
const isOutsideUnion = (event: SupplyEvent, profile: Profile): boolean =>
  profile.establishment_country !== undefined &&
  [
    profile.establishment_country,
    event.establishment_country,
    ...profile.fixed_establishments.map(({ country }) => country),
  ].every((country) => country === "XI" || !isMemberState(country ?? ""));

/** Returns the missing fields required to place a supply in a return, because they are part of the row's key. */
export function missingPlace(event: SupplyEvent): string[] {
  if (event.supply_kind === "goods" && event.dispatch_country === undefined) {
    return ["dispatch_country_missing"];
  }
  // For energy, the establishment decides if it belongs in the national return (Art. 369b).
  if (
    (isService(event.supply_kind) || isEnergy(event)) &&
    event.establishment_country === undefined
  ) {
    return ["establishment_country_missing"];
  }
  return [];
}
