import type { SourceProfile } from "../../accounts/sources.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import {
  isSale,
  isService,
  roleOf,
  type SupplyEvent,
  supplyEventOf,
} from "../../vat/schemes/supply-event.ts";
import {
  establishmentOfGoods,
  type Profile,
  type ProfileHistory,
  profileOn,
} from "../../vat/seller/profile.ts";
import { RULES_VERSION } from "../sums/sums-of-event.ts";
import { checksAnew, checksOf } from "./checks.ts";
import { type CallerOverrides, placementOf } from "./classification.ts";
import type { EventRecord } from "./event-record.ts";
import type { NewEvent } from "./schema.ts";

/** The context that turns a submitted event into a record. */
type CommitContext = {
  readonly profile: ProfileHistory;
  readonly rates: RateCatalogue;
  /** The profile of the event's source, if it has one. */
  readonly source?: SourceProfile | undefined;
  readonly commit_id: string;
  readonly committed_at: string;
  readonly fingerprint: string;
};

/** Builds the record of a new event: completed from the profile of its day, classified and checked. */
export function newRecord(given: NewEvent, context: CommitContext): EventRecord {
  const { profile, rates, source, commit_id, committed_at, fingerprint } = context;
  const { classification_status, treatment, ...event } = given;
  const { establishment_country } = event;
  const profileOfDay = profileOn(profile, event.supply_date);
  const stated: CallerOverrides = { treatment, classification_status, establishment_country };
  const completed = supplyEventOf({
    ...event,
    customer_type: event.customer_type ?? (namesItsSale(event) ? undefined : "b2c"),
    supplier_role: roleOf(event),
    establishment_country: establishment_country ?? seatFor(event, profileOfDay),
  });
  const placement = placementOf(completed, profileOfDay, stated);
  return {
    ...completed,
    ...placement,
    ...(Object.values(stated).some((amount) => amount !== undefined) ? { stated } : {}),
    checks: checksOf(completed, placement, rates, source),
    classification_history: [],
    fingerprint,
    commit_id,
    committed_at,
    version: 1,
    // Set once the link is known.
    entries: [],
    rules_version: RULES_VERSION,
  };
}

/** True if an event may take over omitted fields from its sale. */
const namesItsSale = (event: NewEvent): boolean =>
  !isSale(event) && event.original_period === undefined;

/** Returns the country that the seller supplies from: Northern Ireland is a Member State for goods only. */
function seatFor({ supply_kind }: Pick<SupplyEvent, "supply_kind">, profile: Profile) {
  if (supply_kind === "goods") return establishmentOfGoods(profile);
  const { establishment_country: seat } = profile;
  return seat === "XI" && isService(supply_kind) ? "GB" : seat;
}

/**
 * Returns the record placed by the current profile. Facts stated by the caller and decisions of the user are kept,
 * because they rest on more than the facts of the event.
 */
export function placedAnew(
  record: EventRecord,
  profile: Profile,
  rates: RateCatalogue,
): EventRecord {
  const { stated = {}, classification_history } = record;
  if (stated.treatment !== undefined || classification_history.length > 0) return record;
  const establishment_country = stated.establishment_country ?? seatFor(record, profile);
  const completed: EventRecord = { ...record, establishment_country };
  const isMoved = establishment_country !== record.establishment_country;
  const placement = placementOf(completed, profile, stated);
  return {
    ...completed,
    ...placement,
    checks: isMoved ? checksAnew(completed, placement, record.checks, rates) : record.checks,
  };
}
