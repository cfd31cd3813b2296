import * as z from "zod";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { text, withRules } from "../../core/input/fields.ts";
import { LARGEST_PAYMENT } from "../../returns/payment/schema.ts";
import { MEMBER_STATES } from "../../vat/reference-data/member-states.ts";
import { Identifier } from "../../vat/seller/identifier.ts";

/** True if a text has the form of an IBAN and its check digits are right (ISO 13616, modulo 97). */
export function hasIbanCheckDigits(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((letter) =>
    Number.parseInt(letter, 36),
  );
  return BigInt(digits.join("")) % 97n === 1n;
}

/** An IBAN without blanks, with right check digits. */
export const Iban = z
  .string("must be a text")
  .max(42, "must have at most 42 characters")
  .transform((given) => given.replace(/\s/g, "").toUpperCase())
  .refine(hasIbanCheckDigits, "must be an IBAN with right check digits")
  .meta({ examples: ["DE89370400440532013000"] });

export const Bic = z
  .string("must be a text")
  .regex(/^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/, "must be a BIC of 8 or 11 characters");

/** Longest name and reference of a credit transfer (SEPA rulebook, EPC125-05). */
export const LONGEST_NAME = 70;
export const LONGEST_REFERENCE = 140;

const Holder = z
  .strictObject({
    name: text(LONGEST_NAME).describe("Holder of the account"),
    iban: Iban,
    bic: Bic.optional(),
  })
  .meta({ id: "BankAccount" });
export type Holder = z.output<typeof Holder>;

/** The accounts for the payment order of many returns. */
export const ManyPayments = z
  .strictObject({
    debtor: Holder.describe("The account that pays"),
    creditors: z
      .array(
        Holder.extend({
          member_state: z
            .enum(MEMBER_STATES.map(({ code }) => code))
            .describe("Member State of identification whose returns are paid to the account"),
        }).meta({
          id: "TaxAccount",
        }),
      )
      .min(1)
      .max(28)
      .describe("The accounts of the Member States of identification, each once"),
    execution_date: Day.optional().describe("Day of execution; today if left out"),
  })
  .meta({ id: "ManyPayments" });
export type ManyPayments = z.output<typeof ManyPayments>;

/** Body of POST /v1/returns/{scheme}/{period}/payment-order. */
export const PaymentOrderRequest = withRules(
  z.strictObject({
    format: z
      .enum(["pain_001", "epc_qr", "reference"])
      .describe(
        "Form of the order; `pain_001`: a credit transfer for the bank, pain.001.001.09; `epc_qr`: a QR code for a banking app, as SVG, for returns in euro; `reference`: the reference in full alone, as text",
      ),
    registration_id: z.int().positive().optional(),
    creditor: Holder.optional().describe(
      "The account of the Member State of identification, except for `reference`; not kept",
    ),
    debtor: Holder.optional().describe("The account that pays, for `pain_001`; not kept"),
    execution_date: Day.optional().describe("Day of execution, for `pain_001`; today if left out"),
    vat_number: Identifier.optional().describe(
      "The number of the registration in full, for the reference; may be left out if it is stored (`PUT /v1/account/identifiers`)",
    ),
    reference: text(LONGEST_REFERENCE)
      .optional()
      .describe("The reference that the portal asks for, where it is another one"),
    amount_minor: z
      .int()
      .min(1)
      .max(LARGEST_PAYMENT)
      .optional()
      .describe("The outstanding amount if left out"),
  }),
  ({ format, creditor, debtor, vat_number, reference }) => [
    ...faultIf(format !== "reference" && !creditor, "creditor", "is needed for an order"),
    ...faultIf(format === "pain_001" && !debtor, "debtor", "is needed for pain_001"),
    ...faultIf(
      vat_number !== undefined && reference !== undefined,
      "vat_number",
      "give either vat_number or reference",
    ),
  ],
).meta({ id: "PaymentOrderRequest" });
export type PaymentOrderRequest = z.output<typeof PaymentOrderRequest>;
