import type { LinkCheckCode } from "../schemes/check-codes.ts";
import type { LedgerEvent } from "../schemes/supply-event.ts";
import { isAboveSale, type TakenBack, takesBack } from "./taken-back.ts";

/** What a non-sale's sale shows to be wrong with it, although it can be corrected. */
export const LINK_CHECKS: Readonly<Record<LinkCheckCode, string>> = {
  currency_differs_from_sale: "its sale is in another currency",
  refund_above_sale: "the refunds of its sale take back more than was sold",
};

/**
 * Which refund went too far depends on the order in which they came, so all of them have the finding
 * (Art. 90 VAT Directive: the taxable amount is reduced, to nothing at most).
 */
export function linkChecks(
  event: LedgerEvent,
  sale: LedgerEvent,
  taken: TakenBack | undefined,
): LinkCheckCode[] {
  if (event.currency !== sale.currency) return ["currency_differs_from_sale"];
  return takesBack(event) && isAboveSale(sale, taken) ? ["refund_above_sale"] : [];
}
