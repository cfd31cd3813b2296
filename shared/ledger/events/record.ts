import type { SourceProfile } from "../../accounts/sources.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { type EventField, eventFields } from "../../vat/schemes/event-fields.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
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
import { exclusion, WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { type Profile, type ProfileHistory, profileOn } from "../../vat/seller/profile.ts";
import type { Entry } from "../sums/sum.ts";
import { RULES_VERSION, SALE_OUTSIDE } from "../sums/sums-of-event.ts";
import { checksAnew, checksOf } from "./checks.ts";
import {
  type CallerOverrides,
  missingPlace,
  placementOf,
  schemeByFacts,
} from "./classification.ts";
import type { ConsignmentSum } from "./consignments.ts";
import { checksOn, openBlockingCodes, type RefundedTotal } from "./links.ts";
import type { NewEvent } from "./schema.ts";

/** A committed event with the fields that the store needs to change it safely. */
export type EventRecord = LedgerEvent & {
  /** Hash of the submitted event: a replay with the same hash is a duplicate. */
  readonly fingerprint: string;
  /** The request that committed the event, so that a writer recognises its own work after a lost response. */
  readonly commit_id: string;
  /** Incremented with every change of the event, but not with new links to it. */
  readonly version: number;
  readonly committed_at: string;
  /** The time at which free text was erased that no law requires. */
  readonly erased_at?: string | undefined;
  readonly classification_history: readonly ClassificationChange[];
  /** Set while linked events that did not fit into one transaction wait to be moved. */
  readonly propagating?: true | undefined;
  /** Facts stated by the caller. The ledger decides the rest, and again when profile or registrations change. */
  readonly stated?: CallerOverrides | undefined;
  /** The entries that the event has added to sums. A later change removes exactly these entries. */
  readonly entries: readonly Entry[];
  /** The version of the rules that produced the entries. */
  readonly rules_version: number;
};

/**
 * The state at the key of an event: nothing, an event, or the stub of an event that has not arrived but that non-sales
 * refer to. `links` counts the non-sales that refer to the event; `taken_back` is their refunded total.
 */
export type EventState = {
  readonly event?: EventRecord | undefined;
  readonly links: number;
  readonly taken_back?: RefundedTotal | undefined;
  /** The event that was here until its import was undone; a new event replaces it. */
  readonly undone?: EventRecord | undefined;
};

/** The related states of an event: its original and its consignment. */
export type RelatedStates = {
  readonly original?: EventState | undefined;
  readonly consignment?: ConsignmentSum | undefined;
};

export const NO_EVENT: EventState = { links: 0 };

/** The data that a plan may read: entries and links that were loaded, with the planned changes applied. */
export type LedgerView = {
  readonly state: (eventId: string) => EventState;
  /** Ids of the loaded non-sales that refer to an event. */
  readonly linked: (eventId: string) => readonly string[];
  /** The consignment with this id. */
  readonly consignment: (id: string) => ConsignmentSum;
  /** The boundaries of the account's registrations. */
  readonly boundaries: Boundaries;
};

/**
 * Returns the customer, place and rate of an event. A non-sale takes over what it leaves out from its sale, if the sale
 * is known.
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
    // Completed from the profile of the event's own day, unless the caller has named a country.
    establishment_country:
      stated?.establishment_country ?? (isServed ? from : undefined) ?? event.establishment_country,
  };
}

const LONGEST_HISTORY = 100;

/**
 * Rejects another classification beyond the maximum, because the history is part of the event and the event's size is
 * limited. The last classification may be reversed, since it might be a mistake.
 * @throws DomainError `classification_limit_reached`
 */
function rejectTooMany({ classification_history }: EventRecord, to: Classification): void {
  const { length } = classification_history;
  const isStepBack = length === LONGEST_HISTORY && classification_history.at(-1)?.from === to;
  if (length < LONGEST_HISTORY || isStepBack) return;
  const message = `an event is reclassified at most ${LONGEST_HISTORY} times, and once back`;
  throw new DomainError("classification_limit_reached", message);
}

/** The context that turns a submitted event into a record. */
type CommitContext = {
  readonly profile: ProfileHistory;
  /** The profile of the event's source, if it has one. */
  readonly source?: SourceProfile | undefined;
  readonly commit_id: string;
  readonly committed_at: string;
  readonly fingerprint: string;
};

/** Builds the record of a new event: completed from the profile of its day, classified and checked. */
export function newRecord(given: NewEvent, context: CommitContext): EventRecord {
  const { profile, source, commit_id, committed_at, fingerprint } = context;
  const { classification_status, treatment, ...event } = given;
  const { establishment_country } = event;
  const profileOfDay = profileOn(profile, event.supply_date);
  const stated: CallerOverrides = { treatment, classification_status, establishment_country };
  const completed: SupplyEvent = {
    ...event,
    customer_type: event.customer_type ?? (namesItsSale(event) ? undefined : "b2c"),
    supplier_role: roleOf(event),
    establishment_country: establishment_country ?? seatFor(event, profileOfDay),
  };
  const placement = placementOf(completed, profileOfDay, stated);
  return {
    ...completed,
    ...placement,
    ...(Object.values(stated).some((one) => one !== undefined) ? { stated } : {}),
    checks: checksOf(completed, placement, source),
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

/** Returns the country that the seat supplies from: Northern Ireland is a Member State for goods only. */
const seatFor = (
  { supply_kind }: Pick<SupplyEvent, "supply_kind">,
  { establishment_country: seat }: Profile,
) => (seat === "XI" && isService(supply_kind) ? "GB" : seat);

/**
 * Returns the record placed by the current profile. Facts stated by the caller and decisions of the user are kept,
 * because they rest on more than the facts of the event.
 */
export function placedAnew(record: EventRecord, profile: Profile): EventRecord {
  const { stated = {}, classification_history } = record;
  if (stated.treatment !== undefined || classification_history.length > 0) return record;
  const establishment_country = stated.establishment_country ?? seatFor(record, profile);
  const completed: EventRecord = { ...record, establishment_country };
  const isMoved = establishment_country !== record.establishment_country;
  const placement = placementOf(completed, profile, stated);
  return {
    ...completed,
    ...placement,
    checks: isMoved ? checksAnew(completed, placement, record.checks) : record.checks,
  };
}

/**
 * Returns the record with the classification that the user has decided. Returns the unchanged record if it has that
 * classification and no open blocking check, so that a repeated request adds nothing to the audit trail.
 * @throws DomainError `invalid_request` if the event lacks fields that a return needs for its place,
 * `classification_limit_reached` after a hundred classifications, unless the change reverses the last one.
 */
export function reclassified(
  record: EventRecord,
  change: Omit<ClassificationChange, "from">,
  profile: Profile,
): EventRecord {
  const settled_checks = openBlockingCodes(record);
  // Repeating the decision adds nothing, unless it resolves a finding.
  if (record.classification_status === change.to && settled_checks.length === 0) return record;
  rejectWithoutPlace(record, change.to);
  rejectTooMany(record, change.to);
  const step = {
    ...change,
    from: record.classification_status,
    ...(settled_checks.length > 0 ? { settled_checks } : {}),
  };
  // Classifying an event puts it into the return of the scheme that its facts lead to.
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

/** Returns the exclusion of an event from returns by its own facts; null values if it has none. */
function exclusionFields(event: LedgerEvent) {
  const { code = null, status = null } = schemeOf(event).exclusionOf(event) ?? {};
  return { exclusion_code: code, exclusion_status: status };
}

/** Returns the item of one event in the response of a commit. */
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
  ...exclusionFields(record),
});

function linkReasonOf({ link }: LedgerEvent) {
  if (link?.status === "invalid") return { link_reason: link.reason };
  return link?.status === "linked" && link.excluded_as !== undefined
    ? { link_reason: `the original is excluded: ${link.excluded_as}` }
    : {};
}

const linkStatusOf = (event: LedgerEvent) => event.link?.status ?? ("not_applicable" as const);

/**
 * Returns an event in a list filtered by `filter`. An event without an exclusion code of its own gets the code under
 * which the return of its period excludes it.
 */
export function eventUnder(record: EventRecord, filter: string | undefined) {
  const shown = eventView(record);
  const code = WARNING_CODES.find((one) => one === filter);
  if (shown.exclusion_code !== null || !code) return shown;
  const isOutside = record.link?.status === "linked" && code === SALE_OUTSIDE.code;
  const { status } = isOutside ? SALE_OUTSIDE : exclusion(code);
  return { ...shown, exclusion_code: code, exclusion_status: status };
}

/** Returns the public view of an event, without the internal fields of the store. */
export function eventView(record: EventRecord) {
  const {
    fingerprint,
    commit_id,
    version,
    propagating,
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
    payments: shown.payments && [...shown.payments],
    payments_on_account: shown.payments_on_account && [...shown.payments_on_account],
    metadata: shown.metadata && { ...shown.metadata },
    treatment: treatmentOf(record),
    period: periodKeyOf(record),
    link_status: linkStatusOf(record),
    ...linkReasonOf(record),
    ...exclusionFields(record),
  };
}

/**
 * Returns the fields that the fingerprint of an event covers: all that the caller has sent. For the fingerprint, a
 * missing customer type is a consumer, and a missing role the seller.
 */
export const submissionOf = (event: NewEvent): NewEvent => ({
  ...event,
  customer_type: event.customer_type ?? "b2c",
  supplier_role: roleOf(event),
});

/**
 * The roles of events that were committed until 2026-11-28, as their fingerprints cover them: `supplier_role` as it was
 * sent, beside `deemed_supplier`.
 */
const OLDER_ROLES = {
  seller: [{ deemed_supplier: false }, { supplier_role: "seller", deemed_supplier: false }],
  deemed_supplier: [
    { deemed_supplier: true },
    { supplier_role: "deemed_supplier", deemed_supplier: false },
    { supplier_role: "deemed_supplier", deemed_supplier: true },
  ],
  underlying_seller: [{ supplier_role: "underlying_seller", deemed_supplier: false }],
} as const;

/** Returns what the fingerprint of an event covers, first in the present form, then in older ones. */
export function formsOf(event: NewEvent): object[] {
  const submission = submissionOf(event);
  const { supplier_role, ...others } = submission;
  return [submission, ...OLDER_ROLES[roleOf(event)].map((role) => ({ ...others, ...role }))];
}

/** Returns the event as the caller has sent it, completed by what `submissionOf` completes. */
export function sentOf(record: EventRecord): NewEvent {
  const { stated } = record;
  return {
    ...(Object.fromEntries(FIELDS.map((name) => [name, record[name]])) as SupplyEvent),
    classification_status: stated?.classification_status,
    treatment: stated?.treatment,
    establishment_country: stated?.establishment_country,
  };
}

const FIELDS = Object.keys(eventFields) as EventField[];

/**
 * Returns every submission that this record may come from. The fingerprint of one of them is the record's own, unless
 * the event has changed since. There are several because of older forms, and because the name of a calculation becomes
 * the id of its part.
 */
export const submissionsOf = (record: EventRecord): object[] =>
  originalsOf(record).flatMap((original_event_id) =>
    formsOf({ ...sentOf(record), original_event_id }),
  );

function originalsOf({ original_event_id, vat_rate_bps }: EventRecord): (string | undefined)[] {
  const part = `-${vat_rate_bps}`;
  return original_event_id?.endsWith(part)
    ? [original_event_id, original_event_id.slice(0, -part.length)]
    : [original_event_id];
}
