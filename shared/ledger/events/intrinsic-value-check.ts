import { type Check, checkOf } from "../../vat/schemes/check-codes.ts";
import { CONSIGNMENT_LIMIT_EUR_MINOR, eurValueOf } from "../../vat/schemes/consignment-value.ts";
import { isSale, type SupplyEvent } from "../../vat/schemes/supply-event.ts";

/** Transport and insurance may be paid apart from goods (Art. 1(48) UCC-DA); rarely as much as they. */
const MOST_TIMES = 2n;

/**
 * A consignment that is declared within the limit while its price is far beyond: more than EUR 150, and
 * more than twice the value of the goods. The price converts as the caller has converted the value;
 * where it gives no ratio, nothing is said.
 */
export function valueFitsPrice(event: SupplyEvent): Check | undefined {
  const { consignment } = event;
  if (!isSale(event) || !consignment) return undefined;
  const value = eurValueOf(consignment);
  if (value === undefined || value > CONSIGNMENT_LIMIT_EUR_MINOR) return undefined;
  const ratio = ratioToEuro(event, consignment.currency, consignment.intrinsic_value_minor, value);
  if (!ratio) return undefined;
  const { from, to } = ratio;
  const most = [BigInt(CONSIGNMENT_LIMIT_EUR_MINOR), MOST_TIMES * BigInt(value)];
  const price = BigInt(event.taxable_amount_minor) * to;
  if (most.some((bound) => price <= bound * from)) return undefined;
  return checkOf(
    "price_far_above_intrinsic_value",
    `priced at ${event.taxable_amount_minor} ${event.currency} minor units, and worth ${value} euro cents`,
  );
}

/** So many units of the price's currency are so many of euro. */
function ratioToEuro(event: SupplyEvent, currency: string, own: number, eur: number) {
  if (event.currency === "EUR") return { from: 1n, to: 1n };
  if (event.currency !== currency || own === 0) return undefined;
  return { from: BigInt(own), to: BigInt(eur) };
}
