import type { LinkCheckCode } from "../../vat/schemes/check-codes.ts";
import type { LedgerEvent } from "../../vat/schemes/supply-event.ts";
import { isVatOf } from "./rate-checks.ts";
import { isAboveSale, type TakenBack, takesBack } from "./refunded-total.ts";

/** What a non-sale's sale shows to be wrong with it, although it can be corrected. */
export const LINK_CHECKS: Readonly<Record<LinkCheckCode, string>> = {
  currency_differs_from_sale: "its sale is in another currency",
  refund_above_sale: "the refunds of its sale take back more than was sold",
  vat_differs_from_rate: "booked VAT is not that of the rate of its sale",
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
  const { vat_rate_bps = 0 } = sale;
  const isOdd = event.vat_rate_bps === undefined && !isVatOf(event, vat_rate_bps);
  const odd: LinkCheckCode[] = isOdd ? ["vat_differs_from_rate"] : [];
  if (event.currency !== sale.currency) return ["currency_differs_from_sale", ...odd];
  return takesBack(event) && isAboveSale(sale, taken) ? ["refund_above_sale", ...odd] : odd;
}
