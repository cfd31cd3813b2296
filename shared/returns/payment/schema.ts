import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { text, withRules } from "../../core/input/fields.ts";
import { PAYMENTS_ITEM } from "../../platform/table/periods.ts";
import { Identifier } from "../../vat/seller/identifier.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { Minor, State } from "../schema.ts";
import { hasIbanCheckDigits } from "./payment-order.ts";

/** Largest amount of one payment, in minor units: the largest of an EPC QR code. */
const LARGEST = 99_999_999_999;

const Amount = z.int().min(-LARGEST).max(LARGEST);

/** A payment of a return, with author and time. */
const Payment = z
  .strictObject({
    paid_on: Day.describe("The day the money left the account"),
    amount_minor: Amount.describe("Negative where an earlier entry is reversed"),
    note: z.string().optional().describe("Free text of who recorded it"),
    recorded_at: z.iso.datetime(),
    recorded_by: z.string().describe("Id of the API key or person"),
  })
  .meta({ id: "Payment" });

/** Largest number of payments of one return; each is kept in one item. */
export const MOST_PAYMENTS = 100;

/** A payment as it is stored; `attempt` tells a request that was stored without an answer from an equal one. */
const StoredPayment = z.object({ ...Payment.shape, attempt: z.string().optional() });

/** The stored payments of a locked return. */
export const Payments = z.object({
  schema_version: z.literal(PAYMENTS_ITEM.version),
  scheme_type: SchemeType,
  period_key: PeriodKey,
  registration_id: z.int().positive(),
  payments: z.array(StoredPayment),
  version: z.int().positive(),
});
export type Payments = Readonly<z.output<typeof Payments>>;

/** Body of POST /v1/returns/{scheme}/{period}/paid. */
export const PaymentRequest = z
  .strictObject({
    paid_on: Day.describe("The day the money left the account"),
    amount_minor: Amount.refine((amount) => amount !== 0, "must not be zero").describe(
      "In the currency of the return. A part is allowed; a negative amount reverses an earlier entry",
    ),
    note: text(200).optional().describe("Free text for the books"),
  })
  .meta({ id: "PaymentRequest" });
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** Finds a payment in the future. One day is allowed, because tomorrow has begun in time zones east of Greenwich. */
export function futurePaymentFaults(body: unknown, today: IsoDate): Fault[] {
  const parsed = z.object({ paid_on: Day }).safeParse(body);
  const latest = plusDays(today, 1);
  if (!parsed.success) return [];
  return faultIf(parsed.data.paid_on > latest, "paid_on", `must not lie after ${latest}`);
}

const PAYMENT_STATUSES = ["nothing_due", "unpaid", "part_paid", "paid", "overpaid"] as const;

/** Response of the routes on the payment of a return. */
export const PaymentView = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    return_currency: z.string(),
    payment_due_date: Day.describe(
      "The last day of the month that follows the period, also of the payment (Art. 369i, 369v VAT Directive)",
    ),
    payable_vat_minor: Minor,
    paid_minor: Minor,
    outstanding_minor: Minor.describe(
      "The amount still to pay; zero where more was paid than is due",
    ),
    status: z.enum(PAYMENT_STATUSES).describe("The payments compared with the amount due"),
    days_in_arrears: z.int().describe("Days since the due day; zero where nothing is outstanding"),
    reference_form: z
      .string()
      .describe(
        "The reference that the payment has to quote, with the number as it is masked (Annex III of CIR 2020/194)",
      ),
    filing_reference: z
      .string()
      .nullable()
      .describe("The reference that the portal gave, as recorded with the filing"),
    exclusion_warning: z
      .boolean()
      .describe(
        "True if this return and the two before it have been unpaid for longer than a reminder and its ten days allow, each with EUR 100 or more: the Member State then excludes the seller (Art. 58b CIR 282/2011)",
      ),
    payments: z.array(Payment).describe("In the order in which they were recorded"),
  })
  .meta({ id: "ReturnPayment" });
export type PaymentView = z.output<typeof PaymentView>;

/** An IBAN without blanks, with right check digits. */
const Iban = z
  .string("must be a text")
  .max(42, "must have at most 42 characters")
  .transform((given) => given.replace(/\s/g, "").toUpperCase())
  .refine(hasIbanCheckDigits, "must be an IBAN with right check digits")
  .meta({ examples: ["DE89370400440532013000"] });

const Bic = z
  .string("must be a text")
  .regex(/^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/, "must be a BIC of 8 or 11 characters");

const Holder = z
  .strictObject({
    name: text(70).describe("Holder of the account"),
    iban: Iban,
    bic: Bic.optional(),
  })
  .meta({ id: "BankAccount" });
export type Holder = z.output<typeof Holder>;

/** Body of POST /v1/returns/{scheme}/{period}/payment-order. */
export const PaymentOrderRequest = withRules(
  z.strictObject({
    format: z
      .enum(["pain_001", "epc_qr"])
      .describe(
        "`pain_001`: a credit transfer for the bank, pain.001.001.09; `epc_qr`: a QR code for a banking app, SVG, of returns in euro",
      ),
    registration_id: z.int().positive().optional(),
    creditor: Holder.describe("The account of the Member State of identification; not kept"),
    debtor: Holder.optional().describe("The account that pays, for `pain_001`; not kept"),
    execution_date: Day.optional().describe("For `pain_001`; today if left out"),
    vat_number: Identifier.optional().describe(
      "The number of the registration in full, for the reference; may be left out if it is stored (`PUT /v1/account/identifiers`)",
    ),
    reference: text(140)
      .optional()
      .describe("The reference that the portal asks for, where it is another one"),
    amount_minor: z
      .int()
      .min(1)
      .max(LARGEST)
      .optional()
      .describe("The outstanding amount if left out"),
  }),
  ({ format, debtor, vat_number, reference }) => [
    ...faultIf(format === "pain_001" && !debtor, "debtor", "is needed for pain_001"),
    ...faultIf(
      vat_number !== undefined && reference !== undefined,
      "vat_number",
      "give either vat_number or reference",
    ),
  ],
).meta({ id: "PaymentOrderRequest" });
export type PaymentOrderRequest = z.output<typeof PaymentOrderRequest>;
