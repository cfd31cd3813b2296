import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { answeredFields } from "../../core/input/answered-fields.ts";
import { KnownCurrency, text } from "../../core/input/fields.ts";
import { PAYMENTS_ITEM } from "../../platform/table/periods.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { Minor, State } from "../schema.ts";

/** Largest amount of one payment, in minor units: the largest of an EPC QR code. */
export const LARGEST_PAYMENT = 99_999_999_999;

const Amount = z.int().min(-LARGEST_PAYMENT).max(LARGEST_PAYMENT);

const Payment = z.strictObject({
  paid_on: Day.describe("The day the money left the account"),
  amount_minor: Amount.describe("Amount paid in minor units; negative to reverse an entry"),
  note: z.string().optional().describe("Note of the person who recorded the payment"),
  recorded_at: z.iso.datetime(),
  recorded_by: z.string().describe("Id of the API key or person"),
});

/** Largest number of payments of one return; each is kept in one item. */
export const MOST_PAYMENTS = 100;

/** A payment as it is stored; `attempt` tells a request that was stored without an answer from an equal one. */
const StoredPayment = z.object({ ...Payment.shape, attempt: z.string().optional() });

export const Payments = z.object({
  schema_version: z.literal(PAYMENTS_ITEM.version),
  scheme_type: SchemeType,
  period_key: PeriodKey,
  registration_id: z.int().positive(),
  payments: z.array(StoredPayment),
  version: z.int().positive(),
});
export type Payments = Readonly<z.output<typeof Payments>>;

/** A payment that is recorded. */
export const PaymentAmount = Amount.refine((amount) => amount !== 0, "must not be zero");

/** Body of POST /v1/returns/{scheme}/{period}/paid. */
export const PaymentRequest = z
  .strictObject({
    paid_on: Day.describe("The day the money left the account"),
    amount_minor: PaymentAmount.describe(
      "Amount paid, in minor units of the return's currency. A part is allowed; a negative amount reverses an earlier entry",
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

export const PaymentView = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    return_currency: KnownCurrency,
    payment_due_date: Day.describe(
      "The last day of the month that follows the period, also of the payment (Art. 369i, 369v VAT Directive)",
    ),
    payable_vat_minor: Minor,
    paid_minor: Minor,
    outstanding_minor: Minor.describe("Amount still to pay in minor units, zero if overpaid"),
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
    payments: z
      .array(z.strictObject(answeredFields(Payment.shape)).meta({ id: "Payment" }))
      .describe("Payments in the order in which they were recorded"),
  })
  .meta({ id: "ReturnPayment" });
export type PaymentView = z.output<typeof PaymentView>;
