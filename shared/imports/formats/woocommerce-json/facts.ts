import * as z from "zod";
import type { JsonRecord } from "../../files/record.ts";
import { orNone } from "../outcome.ts";
import { minorUnitsOf } from "../parse-amount.ts";
import type { RowAmount } from "../row-facts.ts";
import { Address, Id, isWooRefund, orderOfRefund, parsedAs, Text, WooRefund } from "./documents.ts";

/** The fields that name an order and its amount, each on its own: the order may have another form. */
const OrderFacts = z.object({
  id: Id.optional().catch(undefined),
  number: Text.optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
  total: Text.optional().catch(undefined),
  billing: Address.optional().catch(undefined),
  shipping: Address.optional().catch(undefined),
});

const factsIn = (value: unknown): Partial<z.output<typeof OrderFacts>> =>
  OrderFacts.safeParse(value).data ?? {};

/** Returns the number of an order; of a refund, that of the order it belongs to. */
export function wooOrder({ value }: JsonRecord): string | undefined {
  if (isWooRefund(value)) return orNone(() => orderOfRefund(parsedAs(WooRefund, value)));
  const { number, id } = factsIn(value);
  return number || id;
}

/** Returns the place and the amount with VAT of an order; a refund does not name its currency. */
export function wooAmount({ value }: JsonRecord): RowAmount {
  const { billing, shipping, currency = "", total } = factsIn(value);
  return {
    country: shipping?.country || billing?.country,
    currency,
    ...(total && { gross: () => minorUnitsOf(total, currency, "total") }),
  };
}
