import encodeQR from "qr";
import { decimalString } from "../../core/money/decimal-string.ts";
import type { CreditTransfer } from "./payment-order.ts";

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
export function epcQr(transfer: CreditTransfer): Uint8Array {
  const svg = encodeQR(epcText(transfer), "svg", { ecc: "medium", border: 4 });
  return new TextEncoder().encode(svg);
}
