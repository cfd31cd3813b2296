import { decimalString } from "../../core/money/decimal-string.ts";
import { type XmlElement, xmlText } from "../portal-files/text.ts";
import type { CreditTransfer } from "./payment-order.ts";
import type { Holder } from "./schema.ts";

/** Largest length of the ids of a message. */
const LONGEST_ID = 35;

/** Prints a credit transfer as ISO 20022 pain.001.001.09, with one payment. */
export function pain001(transfer: CreditTransfer): Uint8Array {
  const id = messageId(transfer);
  const sums = {
    NbOfTxs: "1",
    CtrlSum: decimalString(transfer.amount_minor, transfer.currency),
  };
  const document = {
    "@xmlns": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: id,
        CreDtTm: transfer.now.toISOString(),
        ...sums,
        InitgPty: { Nm: transfer.debtor?.name ?? "" },
      },
      PmtInf: paymentInformation(transfer, id, sums),
    },
  };
  return new TextEncoder().encode(xmlText({ Document: document }));
}

function paymentInformation(
  transfer: CreditTransfer,
  id: string,
  sums: { readonly NbOfTxs: string; readonly CtrlSum: string },
): XmlElement {
  const isEuro = transfer.currency === "EUR";
  const debtor = transfer.debtor as Holder;
  return {
    PmtInfId: id,
    PmtMtd: "TRF",
    ...sums,
    // SEPA is for euro; other currencies leave the way to the bank.
    ...(isEuro ? { PmtTpInf: { SvcLvl: { Cd: "SEPA" } } } : {}),
    ReqdExctnDt: { Dt: transfer.execution_date },
    Dbtr: { Nm: debtor.name },
    DbtrAcct: account(debtor),
    DbtrAgt: agent(debtor),
    ChrgBr: isEuro ? "SLEV" : "SHAR",
    CdtTrfTxInf: creditTransfer(transfer),
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

/** Returns an id that no other message has: the period, and the instant in milliseconds. */
const messageId = ({ period_key, now }: CreditTransfer): string =>
  `OSS-${period_key}-${now.toISOString().replace(/\D/g, "")}`;
