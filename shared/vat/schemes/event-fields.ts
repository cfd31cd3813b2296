import * as z from "zod";
import { IsoDate, NamedPeriod } from "../../core/calendar/schema.ts";
import { answeredFields, withNulls } from "../../core/input/answered-fields.ts";
import { identifier, Metadata, text } from "../../core/input/fields.ts";
import {
  ConsumptionCountry,
  CountryCode,
  CurrencyCode,
  DispatchState,
  OriginCountry,
} from "../reference-data/schema.ts";
import {
  CUSTOMER_CATEGORIES,
  CUSTOMER_TYPES,
  EVENT_TYPES,
  RATE_CATEGORIES,
  SUPPLIER_ROLES,
  SUPPLY_KINDS,
} from "./supply-event.ts";

/** The form of a raw source tag: 1 to 100 letters, digits, underscores, hyphens and slashes. */
export const SOURCE_KEY_FORM = /^[A-Za-z0-9_\-/]{1,100}$/;

export const SOURCE_KEY_RULE = "1 to 100 letters, digits, _ - /";

/** Maximum number of sales of a consignment, limited by one request and one item. */
export const MEMBERS_PER_CONSIGNMENT = 200;

/**
 * Largest amount of an event: large enough for any supply to a consumer, small enough for exact sums in JSON numbers.
 */
const LARGEST_AMOUNT_MINOR = 1_000_000_000_000;

const Amount = z.int().min(-LARGEST_AMOUNT_MINOR).max(LARGEST_AMOUNT_MINOR);
const PositiveAmount = z.int().min(0).max(LARGEST_AMOUNT_MINOR);

/** The consignment of imported goods, as reported by the caller. */
const Consignment = z.strictObject({
  id: identifier(100)
    .optional()
    .describe(
      `Id of the consignment: sales with the same id travel together, and their values are added up for the EUR 150 of the import scheme (Art. 369l). At most ${MEMBERS_PER_CONSIGNMENT} sales share one`,
    ),
  intrinsic_value_minor: PositiveAmount.describe(
    "Intrinsic value of the goods of this supply alone, without transport, insurance, taxes and charges that are shown separately (Art. 1(48) of Delegated Regulation (EU) 2015/2446)",
  ),
  currency: CurrencyCode,
  intrinsic_value_eur_minor: PositiveAmount.optional().describe(
    "Intrinsic value in EUR minor units at the customs rate; without it a value in another currency is unverified, and adds nothing to its consignment",
  ),
  excise_goods: z.boolean().default(false),
});

/**
 * The id of an event. Clients resolve "." and ".." in a path before they send it, so an event with such an id could
 * never be fetched.
 */
export const EventId = identifier(100)
  .refine((id) => id !== "." && id !== "..", "must not be a path of dots")
  .brand("EventId")
  .meta({
    id: "EventId",
    description: "The caller's id of the event, unique in the account across sales and non-sales",
  });

const LocationEvidence = z.strictObject({ kind: text(50), country: CountryCode });

const Payment = z.strictObject({
  date: IsoDate.describe("The day on which the money was received"),
  amount_minor: Amount.describe("Amount with VAT in minor units; negative for money paid back"),
  currency: CurrencyCode.optional().describe("Currency of the payment; default that of the event"),
});

const PAYMENTS_PER_EVENT = 20;
const Payments = z.array(Payment).min(1).max(PAYMENTS_PER_EVENT);

/** A decimal text, so that 0.1 stays 0.1. */
const Quantity = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/, "must be a decimal number such as 3 or 2.5");

const VatNumberCheckId = z
  .string()
  .regex(/^vc_[0-9a-f]{24}$/, "must be the id of a check of a VAT number");

const HsCode = z.string().regex(/^\d{6,10}$/, "must be 6 to 10 digits");

const OF_ITS_SALE =
  "required except for a non-sale that names its sale, which takes that of the sale";

/**
 * The fields of a supply event as its seller reports it.
 * Amounts are minor units of `currency`. Amounts of a sale are positive. Those of a refund, cancellation or credit note
 * are also given positive and count as negative; an adjustment carries its own sign. A non-sale takes the customer,
 * place and rate that it omits from its sale.
 */
export const eventFields = {
  event_id: EventId,
  event_type: z.enum(EVENT_TYPES),
  original_event_id: EventId.optional(),
  original_period: NamedPeriod.optional().describe(
    "Period of the sale, replacing `original_event_id`, if its return was filed elsewhere and is recorded under `/v1/returns/{scheme}/{period}/opening`",
  ),
  supply_date: IsoDate,
  supply_kind: z
    .enum(SUPPLY_KINDS)
    .describe(
      "Kind of supply; `other_services` to consumers are those taxed where they are carried out (Art. 46 to 54a VAT Directive): one that is taxed where the seller is (Art. 45), such as consulting, has `treatment: domestic`",
    ),
  customer_type: z
    .enum(CUSTOMER_TYPES)
    .optional()
    .describe(
      "Type of the customer; `b2c` for a sale unless given, and that of its sale for a non-sale",
    ),
  customer_category: z
    .enum(CUSTOMER_CATEGORIES)
    .optional()
    .describe(
      "The category of the customer within `customer_type`, such as a non-taxable legal person or a flat-rate farmer (Art. 3(1), 151). It is only recorded: the place of supply follows from `customer_type`, which is `b2c` for goods to a person whose acquisitions are not subject to VAT (Art. 14(4)(1))",
    ),
  consumption_country: ConsumptionCountry.optional().describe(
    `Country of consumption; ${OF_ITS_SALE}`,
  ),
  dispatch_country: DispatchState.optional(),
  establishment_country: CountryCode.optional(),
  origin_country: OriginCountry.optional(),
  currency: CurrencyCode,
  taxable_amount_minor: Amount,
  vat_amount_minor: Amount,
  vat_rate_bps: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe(`VAT rate in basis points; ${OF_ITS_SALE}`),
  rate_category: z
    .enum(RATE_CATEGORIES)
    .optional()
    .describe(`Category of the rate; ${OF_ITS_SALE}`),
  supplier_role: z
    .enum(SUPPLIER_ROLES)
    .optional()
    .describe(
      "Role of the account in the supply. `seller`: it sells itself. `deemed_supplier`: it is a platform that is deemed to make the supply (Art. 14a). `underlying_seller`: it sells through a platform that declares the sale",
    ),
  underlying_seller_id: identifier(100)
    .optional()
    .describe(
      "The platform's own id of the seller whose supply the account is deemed to make (Art. 14a, 242a): no name, address or number of a person. It is only recorded",
    ),
  consignment: Consignment.optional(),
  location_evidence: z.array(LocationEvidence).max(10).optional(),
  source_id: z.string().regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE).optional(),
  tax_class_id: text(64).optional(),
  transaction_id: identifier(100).optional(),
  quantity: Quantity.optional().describe("Quantity of the goods (Art. 63c(1)(b) CIR 282/2011)"),
  quantity_unit: text(20).optional().describe("Unit of `quantity`, such as kg; default pieces"),
  hs_code: HsCode.optional().describe(
    "The code of the goods in the customs tariff, 6 to 10 digits: of the Harmonised System, the Combined Nomenclature or TARIC",
  ),
  vat_number_check_id: VatNumberCheckId.optional().describe(
    "The check of the customer's VAT number (POST /v1/vat-numbers/check) that is the evidence of this supply. It is only recorded, and the check may still be pending",
  ),
  payments: Payments.optional().describe(
    "Payments received, with date and amount (Art. 63c(1)(h)). Of a calculation that makes several events, each has all of them",
  ),
  payments_on_account: Payments.optional().describe(
    "Payments received before the supply (Art. 63c(1)(i))",
  ),
  invoice_number: identifier(100)
    .optional()
    .describe("Number of the invoice, if one was issued (Art. 63c(1)(j) CIR 282/2011)"),
  invoice_date: IsoDate.optional().describe("The day on which the invoice was issued"),
  description: text(200).optional(),
  metadata: Metadata.optional(),
};

/** Fields that requests and files had before, with the answer to a caller who still sends one. */
export const REMOVED_FIELDS = {
  deemed_supplier:
    'no longer taken; send supplier_role "deemed_supplier", or nothing if the account itself sells',
} as const;

export const SupplyEventFields = z.object(eventFields);

const AnsweredPayments = z.array(z.strictObject(answeredFields(Payment.shape))).nullable();

const plain = answeredFields(eventFields);

/** The fields of a supply event in answers. */
export const answeredEventFields = {
  ...plain,
  consignment: z.strictObject(answeredFields(Consignment.shape)).nullable(),
  payments: AnsweredPayments.describe(plain.payments.description ?? ""),
  payments_on_account: AnsweredPayments.describe(plain.payments_on_account.description ?? ""),
};

type StoredParts = Readonly<Pick<z.output<typeof SupplyEventFields>, "consignment">> & {
  readonly [List in "payments" | "payments_on_account"]?:
    | readonly z.output<typeof Payment>[]
    | undefined;
};

/** Returns the fields of an event that have fields of their own, as answers have them. */
export function answeredParts({ consignment, payments, payments_on_account }: StoredParts) {
  const paid = (list: StoredParts["payments"]) =>
    list?.map((payment) => withNulls(Payment.shape, payment)) ?? null;
  return {
    consignment: consignment ? withNulls(Consignment.shape, consignment) : null,
    payments: paid(payments),
    payments_on_account: paid(payments_on_account),
  };
}

export type EventField = keyof typeof eventFields;
