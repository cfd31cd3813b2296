import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { noSuch } from "../../core/errors/errors.ts";
import { faultIf, UNKNOWN_FIELD } from "../../core/errors/field-errors.ts";
import { answeredFields } from "../../core/input/answered-fields.ts";
import { type PartOf, readable, withRules } from "../../core/input/fields.ts";
import {
  answeredEventFields,
  EventId,
  eventFields,
  REMOVED_FIELDS,
} from "../../vat/schemes/event-fields.ts";
import { importFaults, namedPeriodFaults } from "../../vat/schemes/schemes.ts";
import {
  CLASSIFICATIONS,
  type EventFields,
  isEnergy,
  isService,
  TREATMENTS,
} from "../../vat/schemes/supply-event.ts";
import {
  CHECK_CODES,
  EXCLUSION_STATUSES,
  SEVERITIES,
  WARNING_CODES,
} from "../../vat/schemes/warnings.ts";
import { declaredFields } from "./declared-in.ts";
import { Destination } from "./destination.ts";

type Fault = { readonly field: string; readonly message: string };
type PartOfEvent = PartOf<EventFields>;

/**
 * Returns the faults between the fields of an event. A rule that needs an unreadable field is skipped, so that these
 * faults are reported together with the malformed fields.
 */
export const eventFaults = (event: PartOfEvent): Fault[] => [
  ...amountFaults(event),
  ...referenceFaults(event),
  ...namedPeriodFaults(event),
  ...placeFaults(event),
  ...importFaults(event),
  ...roleFaults(event),
];

/** Returns faults for fields that only a non-sale may omit, and only if it names its sale. */
function unsaidFaults({ event_type, original_event_id, ...event }: PartOfEvent): Fault[] {
  const mayName = event_type !== undefined && event_type !== "sale";
  if (mayName && original_event_id !== undefined) return [];
  const message = mayName ? "required, or name its sale in original_event_id" : "required";
  return (
    ["supply_kind", "currency", "consumption_country", "vat_rate_bps", "rate_category"] as const
  )
    .filter((field) => event[field] === undefined)
    .map((field) => ({ field, message }));
}

/** Checks the signs of amounts. The type gives the sign: a negative refund would be negated twice. */
function amountFaults(event: PartOfEvent): Fault[] {
  if (event.event_type === undefined || event.event_type === "adjustment") return [];
  const message = "must not be negative: the event type gives the sign, or use an adjustment";
  return (["taxable_amount_minor", "vat_amount_minor"] as const)
    .filter((field) => (event[field] ?? 0) < 0)
    .map((field) => ({ field, message }));
}

/** Checks that the fields about the supplier's role do not contradict each other. */
function roleFaults({ supplier_role, underlying_seller_id }: PartOfEvent): Fault[] {
  if (supplier_role === undefined || supplier_role === "deemed_supplier") return [];
  return [
    ...(underlying_seller_id === undefined
      ? []
      : [{ field: "underlying_seller_id", message: "only a deemed supplier has one (Art. 14a)" }]),
  ];
}

const referenceFaults = (event: PartOfEvent): Fault[] =>
  event.event_type === "sale" && event.original_event_id !== undefined
    ? [{ field: "original_event_id", message: "only a non-sale refers to an original" }]
    : [];

/** Checks the places. Northern Ireland is treated as a Member State for goods only (Windsor Framework). */
function placeFaults(event: PartOfEvent): Fault[] {
  const { supply_kind } = event;
  if (supply_kind === undefined) return [];
  if (isEnergy({ supply_kind }) && event.dispatch_country !== undefined) {
    return [{ field: "dispatch_country", message: "energy comes through a network (Art. 39)" }];
  }
  if (!isService(supply_kind)) return [];
  const faults: Fault[] = [];
  if (event.consumption_country === "XI") {
    faults.push({ field: "consumption_country", message: "XI is a Member State for goods only" });
  }
  if (event.establishment_country === "XI") {
    faults.push({
      field: "establishment_country",
      message: "services are supplied from GB, not XI",
    });
  }
  if (event.dispatch_country !== undefined) {
    faults.push({ field: "dispatch_country", message: "only goods are dispatched" });
  }
  return faults;
}

/**
 * Returns the faults that depend on the current day: a tax point more than one day ahead is a typing error. One day is
 * allowed because the caller's calendar may be ahead of UTC. Reads the unparsed body, so that these faults are reported
 * together with all others.
 */
export function futureDateFaults(body: unknown, today: IsoDate): Fault[] {
  const latest = plusDays(today, 1);
  const batch = isObject(body) && Array.isArray(body["events"]) ? body["events"] : undefined;
  const events = batch ?? [body];
  return events.flatMap((event, index) => {
    const day = isObject(event) ? event["supply_date"] : undefined;
    if (typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day) || day <= latest) return [];
    const field = batch ? `events.${index}.supply_date` : "supply_date";
    return [{ field, message: `must not lie after ${latest}` }];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const Classification = z.enum(CLASSIFICATIONS);

const Treatment = z
  .enum(TREATMENTS)
  .describe("Tax treatment of the supply; only the three special schemes make returns here");

const newEventFields = {
  ...eventFields,
  classification_status: Classification.optional(),
  treatment: Treatment.optional().describe(
    "Tax treatment that the caller knows and the facts do not show, such as `origin_below_threshold`; if it contradicts the facts, the event needs a review",
  ),
};

const rulesOf = (event: PartOfEvent) => [...eventFaults(event), ...unsaidFaults(event)];

/** The full form of a new event, which is stored. */
export const NewEvent = withRules(z.strictObject(newEventFields), rulesOf, REMOVED_FIELDS);
export type NewEvent = z.output<typeof NewEvent>;

const OF_A_SALE_HERE =
  "required except for a non-sale that names a sale in the ledger or in the same request, which takes that of the sale";

/** Returns the faults of an event as it was sent: its destination says where it is consumed. */
function submittedFaults({
  destination,
  ...event
}: PartOfEvent & { readonly destination?: unknown }): Fault[] {
  if (destination === undefined) return rulesOf(event);
  return [
    ...rulesOf(event).filter(({ field }) => field !== "consumption_country"),
    ...faultIf(
      event.consumption_country !== undefined,
      "destination",
      "not together with consumption_country: send one of them",
    ),
  ];
}

/** A new event as callers send it: kind and currency of a non-sale may be left to its sale. */
export const SubmittedEvent = withRules(
  z.strictObject({
    ...newEventFields,
    supply_kind: eventFields.supply_kind
      .optional()
      .describe(`Kind of the supply; ${OF_A_SALE_HERE}`),
    currency: eventFields.currency
      .optional()
      .describe(`Currency of the amounts, ISO 4217; ${OF_A_SALE_HERE}`),
    destination: Destination.optional().describe(
      "Country and postcode of the customer, in place of `consumption_country`: they decide the country as in calculations. The postcode is not stored",
    ),
  }),
  submittedFaults,
  REMOVED_FIELDS,
).meta({ id: "SupplyEventRequest" });
export type SubmittedEvent = z.output<typeof SubmittedEvent>;

export const EVENTS_PER_REQUEST = 500;

/** One event, or up to 500 in `events`. */
export const CommitRequest = z
  .union([
    SubmittedEvent,
    z.strictObject({ events: z.array(SubmittedEvent).min(1).max(EVENTS_PER_REQUEST) }),
  ])
  .meta({ id: "CommitSupplyEvents" });

const LinkStatus = z
  .enum(["not_applicable", "linked", "by_period", "waiting", "missing", "invalid"])
  .describe(
    "Link of a non-sale to its sale. `by_period`: the event names the period of its sale; the return shows whether that was filed elsewhere",
  );

const Check = z
  .strictObject({ code: z.enum(CHECK_CODES), severity: z.enum(SEVERITIES), message: z.string() })
  .meta({
    id: "Check",
    description:
      "A finding that excludes nothing. With a `blocking` one that is open, the period's return is `review_required`; reclassifying the event, to its present status too, settles those it carries",
  });

const Findings = {
  link_reason: z
    .string()
    .nullable()
    .describe(
      "Reason why the original cannot be corrected; with `invalid`, and with `linked` if the original itself is excluded",
    ),
  checks: z.array(Check),
  exclusion_code: z
    .enum(WARNING_CODES)
    .nullable()
    .describe(
      "Exclusion code: the reason in the event itself why it is in no return. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one. `taxed_at_home_under_scheme_excluded` needs a registration for the day, too",
    ),
  exclusion_status: z
    .enum(EXCLUSION_STATUSES)
    .nullable()
    .describe(
      "Status of the exclusion. `rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code`",
    ),
};

export const CommittedItem = z.strictObject({
  event_id: z.string().brand("EventId"),
  status: z.enum(["committed", "duplicate"]),
  classification_status: Classification,
  classification_reasons: z.array(z.string()),
  period: z.string(),
  link_status: LinkStatus,
  treatment: Treatment,
  ...Findings,
  ...declaredFields,
});

export const CommitResponse = z
  .strictObject({ items: z.array(CommittedItem) })
  .meta({ id: "CommittedSupplyEvents" });

const ClassificationStep = z.object({
  at: z.string(),
  key_id: z.string().brand("AuthorId"),
  from: Classification,
  to: Classification,
  note: z.string(),
  settled_checks: z
    .array(z.enum(CHECK_CODES))
    .optional()
    .describe("The blocking checks that were open, and are settled by this decision"),
});

/** Fields that the ledger stores with an event and returns to the caller. */
export const ledgerFields = {
  treatment: Treatment,
  classification_status: Classification,
  classification_reasons: z.array(z.string()),
  classification_history: z.array(ClassificationStep),
  checks: Findings.checks,
  consignment_exceeded: z
    .literal(true)
    .optional()
    .describe("The sales with this `consignment.id` are worth more than EUR 150 together"),
  committed_at: z.iso.datetime(),
  erased_at: z.iso
    .datetime()
    .optional()
    .describe(
      "Time when the free text that no law requires was erased, UTC (Art. 17 GDPR); null if it was not",
    ),
};

export const SupplyEventResponse = z
  .strictObject({
    ...answeredEventFields,
    ...answeredFields(ledgerFields),
    classification_history: z.array(z.object(answeredFields(ClassificationStep.shape))),
    period: z.string(),
    link_status: LinkStatus,
    order_name: z
      .string()
      .nullable()
      .describe(
        "Name that the shop shows for the order, from an import or a connection; null where none is kept",
      ),
    ...Findings,
    ...declaredFields,
  })
  .meta({ id: "SupplyEvent" });

export const ReclassifyRequest = z
  .strictObject({ classification_status: Classification, note: readable(500) })
  .meta({ id: "ReclassifySupplyEvent" });

export const EventPath = z.strictObject({
  event_id: z
    .string()
    .refine((id) => EventId.safeParse(id).success, noSuch("supply event"))
    .pipe(EventId),
});

/** Query parameter `dry_run` of routes that commit. */
export const DryRun = z
  .enum(["true", "false"])
  .optional()
  .describe(
    "Dry run: `true` writes nothing and returns the response, with its status, that the request would get without it; the `Idempotency-Key` stays unused",
  );

/** Query of POST /v1/supply-events. */
export const CommitQuery = z.strictObject({
  on_error: z
    .enum(["refuse", "skip"])
    .optional()
    .describe(
      "Handling of the request if one of its events cannot be committed. `refuse` (the default) commits none. `skip` commits the others, and `items` has the outcome of each event; a body that is no list of 1 to 500 events is still rejected",
    ),
  dry_run: DryRun,
  name_orders: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Names of orders: `true` keeps each `transaction_id` as the name of its order, by which `order` of the list of events finds them; for orders that people enter",
    ),
});

/** A body whose events are validated separately: one event, or a list of events without other fields. */
const PartialCommit = z
  .looseObject({ events: z.array(z.unknown()).min(1).max(EVENTS_PER_REQUEST).optional() })
  .superRefine(({ events, ...others }, { addIssue }) => {
    if (events === undefined) return;
    for (const name of Object.keys(others)) {
      addIssue({ code: "custom", path: [name], message: UNKNOWN_FIELD });
    }
  });

/** Returns the schema of a body for a partial commit; undefined if the body is validated as a whole. */
export const bodyOfPartialCommit = (query: unknown): z.ZodType | undefined =>
  CommitQuery.safeParse(query).data?.on_error === "skip" ? PartialCommit : undefined;

/**
 * Maximum number of faults per event, if each event is reported separately: ten faults and the number of further
 * faults.
 */
const FAULTS_PER_ITEM = 11;

const ItemFault = z.strictObject({
  field: z.string(),
  event_id: z.string().brand("EventId").optional(),
  message: z.string(),
});

const RejectedItem = z
  .strictObject({
    event_id: z.string().brand("EventId").nullable(),
    status: z.enum(["conflict", "rejected"]),
    faults: z.array(ItemFault).min(1).max(FAULTS_PER_ITEM),
  })
  .meta({ id: "RefusedSupplyEvent" });
export type RejectedItem = z.output<typeof RejectedItem>;

const Count = z.int().min(0);

/** The result of each event, if events that cannot be committed are skipped. */
export const PartialCommitResult = z
  .strictObject({
    items: z.array(z.union([CommittedItem, RejectedItem])),
    counts: z.strictObject({
      committed: Count,
      duplicate: Count,
      conflict: Count,
      rejected: Count,
    }),
  })
  .meta({ id: "SupplyEventsApart" });
export type PartialCommitResult = z.output<typeof PartialCommitResult>;

/** The response of a commit; a PartialCommitResult with `on_error=skip`. */
export const CommitAnswer = z.union([CommitResponse, PartialCommitResult]);
