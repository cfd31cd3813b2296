import * as z from "zod";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../accounts/sources.ts";
import { IsoDate, NamedPeriod } from "../../core/calendar/schema.ts";
import { withRules } from "../../core/input/cross-field-rules.ts";
import { identifier, Metadata, readable, text } from "../../core/input/text.ts";
import { CountryCode, CurrencyCode, MemberStateCode } from "../../vat/reference-data/schema.ts";
import { CHECK_CODES, SEVERITIES } from "../../vat/schemes/check-codes.ts";
import {
  CLASSIFICATIONS,
  CUSTOMER_TYPES,
  EVENT_TYPES,
  RATE_CATEGORIES,
  SUPPLIER_ROLES,
  SUPPLY_KINDS,
  TREATMENTS,
} from "../../vat/schemes/supply-event.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { MEMBERS_PER_CONSIGNMENT } from "./consignments.ts";
import { eventFaults, unsaidFaults } from "./event-rules.ts";

/** Large enough for any supply to a consumer, small enough for sums to stay exact in JSON numbers. */
const LARGEST_AMOUNT_MINOR = 1_000_000_000_000;

const Amount = z.int().min(-LARGEST_AMOUNT_MINOR).max(LARGEST_AMOUNT_MINOR);
const PositiveAmount = z.int().min(0).max(LARGEST_AMOUNT_MINOR);

/** The consignment of imported goods, as the caller gives it. */
const Consignment = z.strictObject({
  id: identifier(100)
    .optional()
    .describe(
      `Sales of the account with the same id travel together: their values are added up for the EUR 150 of the import scheme (Art. 369l). At most ${MEMBERS_PER_CONSIGNMENT} sales have one`,
    ),
  intrinsic_value_minor: PositiveAmount.describe(
    "What the goods of this supply alone are worth, without transport, insurance, taxes and charges that are shown apart (Art. 1(48) of Delegated Regulation (EU) 2015/2446)",
  ),
  currency: CurrencyCode,
  intrinsic_value_eur_minor: PositiveAmount.optional().describe(
    "The same in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment",
  ),
  excise_goods: z.boolean().default(false),
});

/** Clients resolve a path of dots before they send it, so such an event could never be fetched. */
export const EventId = identifier(100)
  .refine((id) => id !== "." && id !== "..", "must not be a path of dots")
  .meta({
    id: "EventId",
    description: "The caller's id of the event, unique in the account across sales and non-sales",
  });

const LocationEvidence = z.strictObject({ kind: text(50), country: CountryCode });

const OF_ITS_SALE = "Required, but for a non-sale that names its sale: then it is that of the sale";

/** The fields of a supply event, as the caller gives them and as they are kept. */
export const eventFields = {
  event_id: EventId,
  event_type: z.enum(EVENT_TYPES),
  original_event_id: EventId.optional(),
  original_period: NamedPeriod.optional().describe(
    "Instead of `original_event_id`: the period of the sale, whose return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening`",
  ),
  supply_date: IsoDate,
  supply_kind: z.enum(SUPPLY_KINDS),
  customer_type: z
    .enum(CUSTOMER_TYPES)
    .optional()
    .describe("Of a sale `b2c` unless said otherwise; of a non-sale that of its sale"),
  consumption_country: CountryCode.optional().describe(OF_ITS_SALE),
  dispatch_country: MemberStateCode.optional(),
  establishment_country: CountryCode.optional(),
  origin_country: CountryCode.optional(),
  currency: CurrencyCode,
  taxable_amount_minor: Amount,
  vat_amount_minor: Amount,
  vat_rate_bps: z.int().min(0).max(10_000).optional().describe(OF_ITS_SALE),
  rate_category: z.enum(RATE_CATEGORIES).optional().describe(OF_ITS_SALE),
  supplier_role: z
    .enum(SUPPLIER_ROLES)
    .optional()
    .describe(
      "`seller`: the account sells itself. `deemed_supplier`: it is the platform that is deemed to (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale",
    ),
  deemed_supplier: z
    .boolean()
    .default(false)
    .describe("The older spelling of `supplier_role: deemed_supplier`"),
  consignment: Consignment.optional(),
  location_evidence: z.array(LocationEvidence).max(10).optional(),
  source_id: z.string().regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE).optional(),
  tax_class_id: text(64).optional(),
  transaction_id: identifier(100).optional(),
  description: text(200).optional(),
  metadata: Metadata.optional(),
};

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
    .describe("Why the original cannot be corrected; with `invalid`"),
  checks: z.array(Check),
  exclusion_code: z
    .enum(WARNING_CODES)
    .nullable()
    .describe(
      "Why the event is in no return, as far as it lies in the event. Null also where only the return of a period finds a reason (registrations, exchange rates); a list filtered by `period` and `warning` shows that one",
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

/** Kept on the event, shown to the caller. */
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
