import * as z from "zod";
import { withRules } from "../../core/input/cross-field-rules.ts";
import { readable } from "../../core/input/text.ts";
import { CHECK_CODES, SEVERITIES } from "../../vat/schemes/check-codes.ts";
import { EventId, eventFields } from "../../vat/schemes/event-fields.ts";
import { CLASSIFICATIONS, TREATMENTS } from "../../vat/schemes/supply-event.ts";
import { EXCLUSION_STATUSES, WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { eventFaults, unsaidFaults } from "./event-rules.ts";

const Classification = z.enum(CLASSIFICATIONS);

const Treatment = z
  .enum(TREATMENTS)
  .describe("Where the supply belongs; only the three schemes make returns");

export const NewEvent = withRules(
  z.strictObject({
    ...eventFields,
    classification_status: Classification.optional(),
    treatment: Treatment.optional().describe(
      "What the caller knows and the facts do not show, such as `origin_below_threshold`; against the facts it asks for a review",
    ),
  }),
  (event) => [...eventFaults(event), ...unsaidFaults(event)],
).meta({ id: "NewSupplyEvent" });

export type NewEvent = z.output<typeof NewEvent>;

export const EVENTS_PER_REQUEST = 500;

/** One event, or up to 500 in `events`. */
export const CommitRequest = z
  .union([NewEvent, z.strictObject({ events: z.array(NewEvent).min(1).max(EVENTS_PER_REQUEST) })])
  .meta({ id: "CommitSupplyEvents" });

const LinkStatus = z
  .enum(["not_applicable", "linked", "by_period", "waiting", "missing", "invalid"])
  .describe(
    "`by_period`: it names the period of its sale; whether that was filed elsewhere shows in the return",
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
    .optional()
    .describe(
      "Why the original cannot be corrected: with `invalid`, and with `linked` if the original itself is excluded",
    ),
  checks: z.array(Check),
  exclusion_code: z
    .enum(WARNING_CODES)
    .nullable()
    .describe(
      "Why the event is in no return, as far as it lies in the event. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one",
    ),
  exclusion_status: z
    .enum(EXCLUSION_STATUSES)
    .nullable()
    .describe(
      "`rightful`: the event belongs in no return. `open`: it may belong in one, and the return is `review_required` until this is resolved. Null without `exclusion_code`",
    ),
};

export const CommittedItem = z.strictObject({
  event_id: z.string(),
  status: z.enum(["committed", "duplicate"]),
  classification_status: Classification,
  classification_reasons: z.array(z.string()),
  period: z.string(),
  link_status: LinkStatus,
  treatment: Treatment,
  ...Findings,
});

export const CommitResponse = z
  .strictObject({ items: z.array(CommittedItem) })
  .meta({ id: "CommittedSupplyEvents" });

/** Fields that the ledger stores with an event and returns to the caller. */
export const ledgerFields = {
  treatment: Treatment,
  classification_status: Classification,
  classification_reasons: z.array(z.string()),
  classification_history: z.array(
    z.object({
      at: z.string(),
      key_id: z.string(),
      from: Classification,
      to: Classification,
      note: z.string(),
      settled_checks: z
        .array(z.enum(CHECK_CODES))
        .optional()
        .describe("The blocking checks that were open, and are settled by this decision"),
    }),
  ),
  checks: Findings.checks,
  consignment_exceeded: z
    .literal(true)
    .optional()
    .describe("The sales with this `consignment.id` are worth more than EUR 150 together"),
  committed_at: z.string(),
  erased_at: z
    .string()
    .optional()
    .describe("Since when it lacks the free text that no law asks for (Art. 17 GDPR)"),
};

export const SupplyEventResponse = z
  .strictObject({
    ...eventFields,
    ...ledgerFields,
    period: z.string(),
    link_status: LinkStatus,
    ...Findings,
  })
  .meta({ id: "SupplyEvent" });

export const ReclassifyRequest = z
  .strictObject({ classification_status: Classification, note: readable(500) })
  .meta({ id: "ReclassifySupplyEvent" });

export const EventPath = z.strictObject({ event_id: EventId });
