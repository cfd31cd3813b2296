import type { SourceProfile } from "../../accounts/sources.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { periodKeyOf, schemeOf } from "../../vat/schemes/schemes.ts";
import {
  type Classification,
  type ClassificationChange,
  isSale,
  isService,
  type LedgerEvent,
  roleOf,
  type SupplyEvent,
  treatmentOf,
} from "../../vat/schemes/supply-event.ts";
import { WARNING_CODES, type WarningCode } from "../../vat/schemes/warnings.ts";
import { type Profile, type ProfileHistory, profileOn } from "../../vat/seller/profile.ts";
import { RULES_VERSION } from "../sums/sums-of-event.ts";
import { checksAnew, checksOf } from "./checks.ts";
import {
  type CallerOverrides,
  missingPlace,
  placementOf,
  schemeByFacts,
} from "./classification.ts";
import type { EventRecord } from "./event-record.ts";
import { checksOn, openBlockingCodes } from "./links.ts";
import type { NewEvent } from "./schema.ts";

/**
 * What an event says of its customer, place and rate, and, where a non-sale says nothing, what its
 * sale does, once that is known.
 */
function asSold({ link, stated, ...event }: EventRecord) {
  const sold = link?.status === "linked" ? link : undefined;
  const from = sold?.from_country || undefined;
  const isServed = isService(event.supply_kind);
  return {
    customer_type: event.customer_type ?? sold?.customer_type,
    consumption_country: event.consumption_country ?? sold?.consumption_country,
    vat_rate_bps: event.vat_rate_bps ?? sold?.vat_rate_bps,
    rate_category: event.rate_category ?? sold?.rate_category,
    dispatch_country: event.dispatch_country ?? (isServed ? undefined : from),
    // Completed from the profile of its own day, unless the caller has named one.
    establishment_country:
      stated?.establishment_country ?? (isServed ? from : undefined) ?? event.establishment_country,
  };
}

const LONGEST_HISTORY = 100;

/**
 * The history is part of the event, whose size has a bound. The last of the hundred may have been a
 * slip, and would stand for good, so it can be taken back.
 * @throws DomainError `classification_limit_reached`
 */
function rejectTooMany({ classification_history }: EventRecord, to: Classification): void {
  const { length } = classification_history;
  const isStepBack = length === LONGEST_HISTORY && classification_history.at(-1)?.from === to;
  if (length < LONGEST_HISTORY || isStepBack) return;
  const message = `an event is reclassified at most ${LONGEST_HISTORY} times, and once back`;
  throw new DomainError("classification_limit_reached", message);
}

/** What the request adds to an event to make it a record. */
type CommitContext = {
  readonly profile: ProfileHistory;
  /** The profile of the event's source, where it has one. */
  readonly source?: SourceProfile | undefined;
  readonly commit_id: string;
  readonly committed_at: string;
  readonly fingerprint: string;
};

/** The record of a new event: completed from the profile of its day, classified and checked. */
export function newRecord(given: NewEvent, context: CommitContext): EventRecord {
  const { profile, source, commit_id, committed_at, fingerprint } = context;
  const { classification_status, treatment, ...event } = given;
  const { establishment_country } = event;
  const supplier_role = roleOf(event);
  const profileOfDay = profileOn(profile, event.supply_date);
  const stated: CallerOverrides = { treatment, classification_status, establishment_country };
  const completed: SupplyEvent = {
    ...event,
    customer_type: event.customer_type ?? (namesItsSale(event) ? undefined : "b2c"),
    supplier_role,
    deemed_supplier: supplier_role === "deemed_supplier",
    establishment_country: establishment_country ?? seatFor(event, profileOfDay),
  };
  return {
    ...completed,
    ...placementOf(completed, profileOfDay, stated),
    ...(Object.values(stated).some((one) => one !== undefined) ? { stated } : {}),
    checks: checksOf(completed, source),
    classification_history: [],
    fingerprint,
    commit_id,
    committed_at,
    version: 1,
    // Filled in when it is known what it is linked to.
    entries: [],
    rules_version: RULES_VERSION,
  };
}

/** Whether what an event leaves unsaid may be that of another one. */
const namesItsSale = (event: NewEvent): boolean =>
  !isSale(event) && event.original_period === undefined;

/** Where the seat supplies from: Northern Ireland is a Member State for goods alone. */
const seatFor = (
  { supply_kind }: Pick<SupplyEvent, "supply_kind">,
  { establishment_country: seat }: Profile,
) => (seat === "XI" && isService(supply_kind) ? "GB" : seat);

/**
 * The record as the profile of today places it. What the caller stated stays, and so does what a
 * person has decided: they knew more than the facts show.
 */
export function placedAnew(record: EventRecord, profile: Profile): EventRecord {
  const { stated = {}, classification_history } = record;
  if (stated.treatment !== undefined || classification_history.length > 0) return record;
  const establishment_country = stated.establishment_country ?? seatFor(record, profile);
  const completed: EventRecord = { ...record, establishment_country };
  const isMoved = establishment_country !== record.establishment_country;
  return {
    ...completed,
    ...placementOf(completed, profile, stated),
    checks: isMoved ? checksAnew(completed, record.checks) : record.checks,
  };
}

/**
 * The record under another classification, as a person has decided it; the same record when it has
 * it already and nothing blocking is open, so that a repeated request adds nothing to the audit trail.
 * @throws DomainError `invalid_request` when a return could not name the supply's place,
 *   `classification_limit_reached` when the event has been reclassified a hundred times, and this
 *   is not the one step back that is left then.
 */
export function reclassified(
  record: EventRecord,
  change: Omit<ClassificationChange, "from">,
  profile: Profile,
): EventRecord {
  const settled_checks = openBlockingCodes(record);
  // The same decision once more adds nothing, unless it settles what was found.
  if (record.classification_status === change.to && settled_checks.length === 0) return record;
  rejectWithoutPlace(record, change.to);
  rejectTooMany(record, change.to);
  const step = {
    ...change,
    from: record.classification_status,
    ...(settled_checks.length > 0 ? { settled_checks } : {}),
  };
  // Who says that it belongs into a return says into that of its scheme.
  const treatment = change.to === "classified" ? schemeByFacts(record, profile) : record.treatment;
  return {
    ...record,
    treatment,
    classification_status: change.to,
    classification_reasons: [`${change.to}_by_review`],
    classification_history: [...record.classification_history, step],
  };
}

function rejectWithoutPlace(record: EventRecord, to: Classification): void {
  const missing = isSale(record) && to === "classified" ? missingPlace(record) : [];
  if (missing.length === 0) return;
  const message = `${missing.join(", ")}: exclude this event and commit a complete one`;
  throw new DomainError("invalid_request", message, [{ field: "classification_status", message }]);
}

/** Why an event is in no return, or null. */
const exclusionCodeOf = (event: LedgerEvent): WarningCode | null =>
  schemeOf(event).exclusionOf(event) ?? null;

/** What a commit answers about one event. */
export const committedItem = (record: EventRecord, status: "committed" | "duplicate") => ({
  event_id: record.event_id,
  status,
  classification_status: record.classification_status,
  classification_reasons: [...record.classification_reasons],
  period: periodKeyOf(record),
  link_status: linkStatusOf(record),
  treatment: treatmentOf(record),
  ...linkReasonOf(record),
  checks: checksOn(record),
  exclusion_code: exclusionCodeOf(record),
});

const linkReasonOf = ({ link }: LedgerEvent) =>
  link?.status === "invalid" ? { link_reason: link.reason } : {};

const linkStatusOf = (event: LedgerEvent) => event.link?.status ?? ("not_applicable" as const);

/**
 * An event in the list of a `filter`: one that knows of no exclusion itself is there because the
 * return of its period has found that one.
 */
export function eventUnder(record: EventRecord, filter: string | undefined) {
  const shown = eventView(record);
  const found = WARNING_CODES.find((code) => code === filter) ?? null;
  return { ...shown, exclusion_code: shown.exclusion_code ?? found };
}

/** An event as it is shown; what the store needs for itself stays inside. */
export function eventView(record: EventRecord) {
  const {
    fingerprint,
    commit_id,
    version,
    settling,
    stated,
    link,
    entries,
    rules_version,
    undone,
    ...shown
  } = record;
  return {
    ...shown,
    ...asSold(record),
    classification_reasons: [...shown.classification_reasons],
    classification_history: shown.classification_history.map(({ settled_checks, ...step }) => ({
      ...step,
      ...(settled_checks ? { settled_checks: [...settled_checks] } : {}),
    })),
    checks: checksOn(record),
    location_evidence: shown.location_evidence && [...shown.location_evidence],
    metadata: shown.metadata && { ...shown.metadata },
    treatment: treatmentOf(record),
    period: periodKeyOf(record),
    link_status: linkStatusOf(record),
    ...linkReasonOf(record),
    exclusion_code: exclusionCodeOf(record),
  };
}
