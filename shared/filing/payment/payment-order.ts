import encodeQR from "qr";
import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import { type Fault, invalidRequest, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { type XmlElement, xmlText } from "../../core/files/xml.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { type Currency, decimalString, exponentOf } from "../../core/money/money.ts";
import { paymentReference } from "../../returns/payment/payment.ts";
import type { PaymentView } from "../../returns/payment/schema.ts";
import type { NeutralReturn } from "../portal-files/neutral-return.ts";
import { numberFindings, withWholeNumbers } from "../portal-files/numbers.ts";
import { storedNumbers } from "../portal-files/request.ts";
import {
  type Holder,
  LONGEST_NAME,
  LONGEST_REFERENCE,
  type PaymentOrderRequest,
} from "./schema.ts";

/**
 * Returns the text of a QR code that banking apps read as a credit transfer (EPC069-12, version 002): UTF-8, lines for
 * BIC, name, IBAN, amount, purpose, structured and free reference.
 */
const epcText = ({ creditor, amount_minor, reference }: CreditTransfer): string =>
  [
    "BCD",
    "002",
    "1",
    "SCT",
    creditor.bic ?? "",
    creditor.name,
    creditor.iban,
    `EUR${decimalString(amount_minor, "EUR")}`,
    "",
    "",
    reference,
  ].join("\n");

/** Draws the QR code as SVG, at the error correction that EPC069-12 asks for. */
function epcQr(transfer: CreditTransfer): Uint8Array {
  const svg = encodeQR(epcText(transfer), "svg", { ecc: "medium", border: 4 });
  return new TextEncoder().encode(svg);
}

/** Letters that have no decomposition into a basic letter and an accent, as the EPC replaces them (EPC217-08). */
const LETTERS: Readonly<Record<string, string>> = {
  Æ: "AE",
  æ: "ae",
  Ð: "D",
  ð: "d",
  Đ: "D",
  đ: "d",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  Ł: "L",
  ł: "l",
  Ø: "O",
  ø: "o",
  Œ: "OE",
  œ: "oe",
  ß: "ss",
  Þ: "TH",
  þ: "th",
  "&": "+",
  "–": "-",
  "’": "'",
};

const ALLOWED = /^[A-Za-z0-9/\-?:().,'+ ]$/;

/**
 * Writes a text in the characters that every bank takes (SEPA, EPC217-08): letters lose their accents. Returns the
 * characters that have no replacement.
 */
export function sepaText(given: string): {
  readonly text: string;
  readonly missing: readonly string[];
} {
  const text = given
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^\x20-\x7e]|&/gu, (letter) => LETTERS[letter] ?? letter);
  return { text, missing: [...new Set(text)].filter((letter) => !ALLOWED.test(letter)) };
}

/** Largest length of the ids of a message. */
const LONGEST_ID = 35;

/** Prints credit transfers of one debtor as ISO 20022 pain.001.001.09, with a part for each currency. */
export function pain001(transfers: readonly [CreditTransfer, ...CreditTransfer[]]): Uint8Array {
  const [first] = transfers;
  const id = messageId(transfers);
  const parts = [...Map.groupBy(transfers, ({ currency }) => currency)];
  const document = {
    "@xmlns": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: id,
        CreDtTm: first.now.toISOString(),
        // The sum is one of numbers, whatever their currencies.
        ...countAndSum(transfers),
        InitgPty: { Nm: first.debtor?.name ?? "" },
      },
      PmtInf: parts.map(([currency, own]) =>
        paymentInformation(own, parts.length === 1 ? id : `${id.slice(0, 31)}-${currency}`),
      ),
    },
  };
  return new TextEncoder().encode(xmlText({ Document: document }));
}

function countAndSum(transfers: readonly CreditTransfer[]) {
  const digits = Math.max(...transfers.map(({ currency }) => exponentOf(currency) ?? 0));
  const sum = transfers.reduce(
    (total, { amount_minor, currency }) =>
      total + BigInt(amount_minor) * 10n ** BigInt(digits - (exponentOf(currency) ?? 0)),
    0n,
  );
  const text = String(sum).padStart(digits + 1, "0");
  const CtrlSum = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { NbOfTxs: String(transfers.length), CtrlSum };
}

function paymentInformation(transfers: readonly CreditTransfer[], id: string): XmlElement {
  const transfer = transfers[0] as CreditTransfer;
  const isEuro = transfer.currency === "EUR";
  const debtor = transfer.debtor as Holder;
  return {
    PmtInfId: id,
    PmtMtd: "TRF",
    ...countAndSum(transfers),
    // SEPA is for euro; other currencies leave the way to the bank.
    ...(isEuro ? { PmtTpInf: { SvcLvl: { Cd: "SEPA" } } } : {}),
    ReqdExctnDt: { Dt: transfer.execution_date },
    Dbtr: { Nm: debtor.name },
    DbtrAcct: account(debtor),
    DbtrAgt: agent(debtor),
    ChrgBr: isEuro ? "SLEV" : "SHAR",
    CdtTrfTxInf: transfers.map(creditTransfer),
  };
}

function creditTransfer(transfer: CreditTransfer): XmlElement {
  const { creditor, reference, currency } = transfer;
  return {
    PmtId: { EndToEndId: reference.length <= LONGEST_ID ? reference : "NOTPROVIDED" },
    Amt: {
      InstdAmt: {
        "@Ccy": currency,
        "#text": decimalString(transfer.amount_minor, currency),
      },
    },
    ...(creditor.bic === undefined ? {} : { CdtrAgt: agent(creditor) }),
    Cdtr: { Nm: creditor.name },
    CdtrAcct: account(creditor),
    RmtInf: { Ustrd: reference },
  };
}

const account = ({ iban }: Holder): XmlElement => ({ Id: { IBAN: iban } });

const agent = ({ bic }: Holder): XmlElement => ({
  FinInstnId: bic === undefined ? { Othr: { Id: "NOTPROVIDED" } } : { BICFI: bic },
});

/** Returns an id that no other message has: the period, if all have one, and the instant in milliseconds. */
function messageId(transfers: readonly [CreditTransfer, ...CreditTransfer[]]): string {
  const [{ now, period_key }] = transfers;
  const isOne = transfers.every((transfer) => transfer.period_key === period_key);
  return ["OSS", ...(isOne ? [period_key] : []), now.toISOString().replace(/\D/g, "")].join("-");
}

/** A credit transfer to a Member State, with texts in the characters of SEPA. */
export type CreditTransfer = {
  readonly period_key: PeriodKey;
  readonly creditor: Holder;
  readonly debtor: Holder | undefined;
  readonly amount_minor: number;
  readonly currency: Currency;
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
  const name = `payment-${context.period.key}`;
  if (request.format === "reference") {
    rejectFaulty(numberFaults(request, context));
    const bytes = new TextEncoder().encode(referenceOf(request, context));
    return { bytes, content_type: "text/plain; charset=utf-8", file_name: `${name}.txt` };
  }
  const transfer = creditTransferOf(request, context);
  return request.format === "pain_001"
    ? { bytes: pain001([transfer]), content_type: "application/xml", file_name: `${name}.xml` }
    : { bytes: epcQr(transfer), content_type: "image/svg+xml", file_name: `${name}.svg` };
}

/**
 * Returns the credit transfer that pays a return.
 * @throws DomainError `invalid_request` with a fault at each field that keeps it from being made.
 */
export function creditTransferOf(
  request: PaymentOrderRequest,
  context: OrderContext,
): CreditTransfer {
  const { payment, period, now, today } = context;
  rejectFaulty([...orderFaults(request, context), ...numberFaults(request, context)]);
  return {
    period_key: period.key,
    // The schema asks for it.
    creditor: inSepaText(request.creditor as Holder, "creditor"),
    debtor: request.debtor && inSepaText(request.debtor, "debtor"),
    amount_minor: request.amount_minor ?? payment.outstanding_minor,
    currency: payment.return_currency,
    reference: referenceOf(request, context),
    execution_date: request.execution_date ?? today,
    now,
  };
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
  if (request.reference !== undefined)
    return inSepa(request.reference, "reference", LONGEST_REFERENCE);
  const { identification } = context.neutral;
  const { vat_number } = asFiler(request, context).filer;
  return paymentReference(identification.member_state, vat_number, context.period);
}

const inSepaText = (holder: Holder, field: string): Holder => ({
  ...holder,
  name: inSepa(holder.name, `${field}.name`, LONGEST_NAME),
});

/** @throws DomainError `invalid_request` if a bank would reject a character of the text, or its length. */
function inSepa(given: string, field: string, longest: number): string {
  const { text, missing } = sepaText(given);
  if (missing.length === 0) {
    // A letter such as ß becomes two.
    const message = `must have at most ${longest} characters in the letters of banks: ${text}`;
    if (text.length > longest) throw invalidRequest([{ field, message }]);
    return text;
  }
  const message = `must not hold ${missing.join(" ")}: banks take letters of the Latin alphabet, digits, blanks and / - ? : ( ) . , ' +`;
  throw invalidRequest([{ field, message }]);
}

/**
 * Returns the request with the stored number of the registration, if it has neither number nor reference.
 * @throws DomainError `invalid_request` if no number is stored for the caller
 */
export async function withStoredNumber(
  request: PaymentOrderRequest,
  caller: Parameters<typeof storedNumbers>[0],
): Promise<PaymentOrderRequest> {
  if (request.vat_number !== undefined || request.reference !== undefined) return request;
  const stored = await storedNumbers(caller);
  if (stored) return { ...request, vat_number: stored.number };
  const message = "give either vat_number or reference: no number is stored for this caller";
  throw invalidRequest([{ field: "vat_number", message }]);
}
