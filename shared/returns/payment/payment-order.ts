import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { type Fault, invalidRequest, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { NeutralReturn } from "../portal-files/neutral-return.ts";
import { numberFindings, withWholeNumbers } from "../portal-files/numbers.ts";
import { epcQr } from "./epc-qr.ts";
import { pain001 } from "./pain-001.ts";
import { paymentReference } from "./payment.ts";
import type { Holder, PaymentOrderRequest, PaymentView } from "./schema.ts";
import { sepaText } from "./sepa-text.ts";

/** A credit transfer to a Member State, with texts in the characters of SEPA. */
export type CreditTransfer = {
  readonly period_key: string;
  readonly creditor: Holder;
  readonly debtor: Holder | undefined;
  readonly amount_minor: number;
  readonly currency: string;
  readonly reference: string;
  readonly execution_date: IsoDate;
  readonly now: Date;
};

type OrderFile = {
  readonly bytes: Uint8Array;
  readonly content_type: string;
  readonly file_name: string;
};

type OrderContext = {
  readonly neutral: NeutralReturn;
  readonly period: Period;
  readonly payment: Pick<PaymentView, "outstanding_minor" | "return_currency">;
  readonly now: Date;
  readonly today: IsoDate;
};

/**
 * Makes the file by which a return is paid.
 * @throws DomainError `invalid_request` with a fault at each field that keeps the file from being made.
 */
export function paymentOrder(request: PaymentOrderRequest, context: OrderContext): OrderFile {
  const { payment, period, now, today } = context;
  rejectFaulty([...orderFaults(request, context), ...numberFaults(request, context)]);
  const transfer: CreditTransfer = {
    period_key: period.key,
    creditor: inSepaText(request.creditor, "creditor"),
    debtor: request.debtor && inSepaText(request.debtor, "debtor"),
    amount_minor: request.amount_minor ?? payment.outstanding_minor,
    currency: payment.return_currency,
    reference: referenceOf(request, context),
    execution_date: request.execution_date ?? today,
    now,
  };
  const name = `payment-${period.key}`;
  return request.format === "pain_001"
    ? { bytes: pain001(transfer), content_type: "application/xml", file_name: `${name}.xml` }
    : { bytes: epcQr(transfer), content_type: "image/svg+xml", file_name: `${name}.svg` };
}

const orderFaults = (
  { format, amount_minor, execution_date }: PaymentOrderRequest,
  { payment, today }: OrderContext,
): Fault[] => [
  ...faultIf(
    amount_minor === undefined && payment.outstanding_minor === 0,
    "amount_minor",
    "is needed, because nothing is outstanding",
  ),
  ...faultIf(
    format === "epc_qr" && payment.return_currency !== "EUR",
    "format",
    `must be pain_001: the QR code of the EPC is for euro, and the return is in ${payment.return_currency}`,
  ),
  ...faultIf(
    execution_date !== undefined && execution_date < today,
    "execution_date",
    `must not lie before ${today}`,
  ),
];

const asFiler = ({ vat_number = "" }: PaymentOrderRequest, { neutral, today }: OrderContext) =>
  withWholeNumbers(neutral, {
    filer: { vat_number },
    establishments: [],
    extras: {},
    prepared_on: today,
  });

const numberFaults = (request: PaymentOrderRequest, context: OrderContext): Fault[] =>
  request.vat_number === undefined
    ? []
    : numberFindings(context.neutral, asFiler(request, context), [])
        .filter(({ field }) => field === "filer.vat_number")
        .map(({ rule, message }) => ({ field: "vat_number", rule, message }));

function referenceOf(request: PaymentOrderRequest, context: OrderContext): string {
  if (request.reference !== undefined) return inSepa(request.reference, "reference");
  const { identification } = context.neutral;
  const { vat_number } = asFiler(request, context).filer;
  return paymentReference(identification.member_state, vat_number, context.period);
}

const inSepaText = (holder: Holder, field: string): Holder => ({
  ...holder,
  name: inSepa(holder.name, `${field}.name`),
});

/** @throws DomainError `invalid_request` if a bank would reject a character of the text. */
function inSepa(given: string, field: string): string {
  const { text, missing } = sepaText(given);
  if (missing.length === 0) return text;
  const message = `must not hold ${missing.join(" ")}: banks take letters of the Latin alphabet, digits, blanks and / - ? : ( ) . , ' +`;
  throw invalidRequest([{ field, message }]);
}
