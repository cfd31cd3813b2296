import { MEMBER_STATES } from "../../shared/vat/reference-data/member-states.ts";
import type { SentEvent } from "../make/supply-event.ts";
import {
  type Booked,
  lastDayOf,
  type Profile,
  type Scheme,
  type Status,
  type World,
} from "./world.ts";

export const isImport = ({ given }: Pick<Booked, "given">): boolean =>
  given.supply_kind === "imported_goods";
export const isSale = ({ given }: Pick<Booked, "given">): boolean => given.event_type === "sale";
export const isService = ({ given }: Pick<Booked, "given">): boolean =>
  given.supply_kind === "tbe_services" || given.supply_kind === "other_services";

/** Member States of the services rules: Northern Ireland is one for goods alone. */
export const isStateForServices = (country: string): boolean =>
  country !== "XI" && MEMBER_STATES.some(({ code }) => code === country);

/** Where goods leave, or where services are supplied from. */
export const fromCountry = (event: Arriving): string | undefined =>
  isService(event) ? event.establishment : event.given.dispatch_country;

const monthOf = (day: string): string => day.slice(0, 7);
const quarterOf = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The tax period of an event: months in the import scheme, quarters in the two others. */
export const periodOf = (event: Booked): string => periodKeyAt(event, event.given.supply_date);

/** The period of a day that the event's kind of return has. */
export const periodKeyAt = (event: Booked, day: string): string =>
  isImport(event) ? monthOf(day) : quarterOf(day);

const STRICTNESS: readonly Status[] = ["classified", "needs_review", "excluded"];

/** A new event as the service finds it; the caller may ask for the stricter. */
export function bookedOnArrival(given: SentEvent, profile: Profile): Booked {
  const establishment = given.establishment_country ?? profile.establishment_country;
  const found = foundStatus({ given, establishment }, profile);
  const asked = given.classification_status ?? "classified";
  const status = STRICTNESS.indexOf(asked) > STRICTNESS.indexOf(found) ? asked : found;
  // What is in no scheme by its facts is among what the Union return leaves out.
  const isNowhere = found === "excluded" && !isImport({ given });
  return {
    given,
    establishment,
    status,
    scheme: isNowhere ? "union_oss" : schemeByFacts(given, profile),
  };
}

/** The scheme of a supply to a consumer in the Union. */
export function schemeByFacts(given: SentEvent, profile: Profile): Scheme {
  if (isImport({ given })) return "ioss";
  const { establishment_country: seat, fixed_establishments } = profile;
  const isOutside =
    seat !== undefined &&
    fixed_establishments.length === 0 &&
    ![seat, given.establishment_country ?? seat].some(isStateForServices);
  return isService({ given }) && isOutside ? "non_union_oss" : "union_oss";
}

/** Where an event counts. */
export const schemeOf = (world: World, event: Booked): Scheme =>
  (linkOf(world, event).original ?? event).scheme;

type Arriving = Pick<Booked, "given" | "establishment">;

function foundStatus(event: Arriving, profile: Profile): Status {
  const { given, establishment } = event;
  if (given.customer_type === "b2b") return "excluded";
  if (!isSale(event)) return "classified";
  if (given.supply_kind === "goods") {
    const domestic = given.dispatch_country === given.consumption_country;
    if (domestic && given.supplier_role !== "deemed_supplier") return "excluded";
  }
  const own = [establishment, profile.establishment_country];
  const homes = [...own, ...profile.fixed_establishments.map(({ country }) => country)];
  if (isService(event) && homes.includes(given.consumption_country)) return "excluded";
  if (lacksPlace(event)) return "needs_review";
  return isPlaceOpen(given) ? "needs_review" : "classified";
}

/** Pieces differ, and the place of consumption is not the only one with two kinds of evidence. */
function isPlaceOpen({ consumption_country, location_evidence = [] }: SentEvent): boolean {
  const countries = [...new Set(location_evidence.map(({ country }) => country))];
  const kindsOf = (place: string) =>
    new Set(location_evidence.filter(({ country }) => country === place).map(({ kind }) => kind));
  const proven = countries.filter((place) => kindsOf(place).size > 1);
  const differ = countries.some((country) => country !== consumption_country);
  return differ && !(proven.length === 1 && proven[0] === consumption_country);
}

/** A return's row is keyed by the place that a sale comes from. */
export const lacksPlace = (event: Arriving): boolean =>
  (isService(event) || event.given.supply_kind === "goods") && fromCountry(event) === undefined;

export type LinkStatus = "not_applicable" | "linked" | "waiting" | "missing" | "invalid";

/** How a non-sale stands to the sale it corrects. */
export function linkOf(world: World, event: Booked): { status: LinkStatus; original?: Booked } {
  if (isSale(event)) return { status: "not_applicable" };
  const { original_event_id, event_id } = event.given;
  if (original_event_id === undefined) return { status: "missing" };
  if (original_event_id === event_id) return { status: "invalid" };
  const original = world.events.find(({ given }) => given.event_id === original_event_id);
  if (!original) return { status: "waiting" };
  return isCorrectable(event, original) ? { status: "linked", original } : { status: "invalid" };
}

function isCorrectable(event: Booked, original: Booked): boolean {
  const sold = original.given;
  return (
    isSale(original) &&
    sold.supply_kind === event.given.supply_kind &&
    sold.consumption_country === event.given.consumption_country &&
    periodOf(original) <= periodOf(event)
  );
}

/** The code of a correction of a declared sale that comes after three years. */
export const TOO_LATE = "correction_after_three_years_excluded";

/** True where no return is left that may correct the sale. */
export function isTooLate(world: World, event: Booked): boolean {
  const { original } = linkOf(world, event);
  // The return that corrects can be handed in from the day after its period on.
  return original !== undefined && lastDayOf(periodOf(event)) >= lastCorrectionDay(original);
}

/** Three years from the day on which the original's return was due: the end of the month after. */
function lastCorrectionDay(original: Booked): string {
  const last = lastDayOf(periodOf(original));
  const [year, month] = last.split("-").map(Number) as [number, number];
  const due = new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
  return `${Number(due.slice(0, 4)) + 3}${due.slice(4)}`;
}

/** Why an event is in no return, as far as that lies in the event alone; the first rule wins. */
export function ownExclusion(event: Booked): string | undefined {
  const { given, status } = event;
  if (status === "needs_review") return "needs_review_excluded";
  if (status === "excluded") return "classification_excluded";
  const taxed = given.rate_category === "standard" || given.rate_category === "reduced";
  if (!taxed || (isSale(event) && given.vat_rate_bps === 0)) {
    return "unsupported_rate_category_excluded";
  }
  if (isImport(event)) return isSale(event) ? consignmentExclusion(event) : undefined;
  const inUnion = given.supply_kind === "goods" || isService(event);
  return inUnion ? undefined : "unsupported_supply_kind_excluded";
}

function consignmentExclusion({ given }: Booked): string | undefined {
  const { consignment, origin_country } = given;
  const eur =
    consignment?.intrinsic_value_eur_minor ??
    (consignment?.currency === "EUR" ? consignment.intrinsic_value_minor : undefined);
  if (consignment?.excise_goods) return "excise_goods_excluded";
  if (eur === undefined) return "consignment_value_unverified_excluded";
  if (eur > 15_000) return "consignment_value_exceeded_excluded";
  return origin_country === undefined ? "missing_origin_excluded" : undefined;
}

/** The same with what depends on the original. */
export function exclusionOf(world: World, event: Booked): string | undefined {
  const { status, original } = linkOf(world, event);
  if (event.status === "classified") {
    if (status === "missing" || status === "waiting") return MISSING;
    const ofNoReturn = original !== undefined && ownExclusion(original) !== undefined;
    if (status === "invalid" || ofNoReturn) return "correction_reference_invalid_excluded";
  }
  return ownExclusion(event);
}

/** The code of a correction without a sale that a return has declared. */
export const MISSING = "correction_reference_missing_excluded";

/** True if an excluded event may still belong in the return: a correction is as open as its sale. */
export function isOpen(world: World, event: Booked, code: string): boolean {
  const { original } = linkOf(world, event);
  if (original && code === MISSING) return false;
  const decisive = original && code === "correction_reference_invalid_excluded";
  const own = decisive ? String(ownExclusion(original)) : code;
  return /needs_review|correction_reference|exchange_rate|missing_origin|unverified/.test(own);
}

/** The booked amounts with the sign that the type gives them. */
export function signed({ given }: Booked): { readonly taxable: number; readonly vat: number } {
  const sign = given.event_type === "sale" || given.event_type === "adjustment" ? 1 : -1;
  return { taxable: sign * given.taxable_amount_minor, vat: sign * given.vat_amount_minor };
}
