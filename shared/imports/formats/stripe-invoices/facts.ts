import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/iso-date.ts";
import type { JsonRecord } from "../../files/record.ts";
import type { RowAmount } from "../row-facts.ts";
import {
  dayOfCreditNote,
  dayOfInvoice,
  isCreditNote,
  parsedCreditNote,
  parsedInvoice,
} from "./documents.ts";
import type { StripeInvoicesSettings } from "./format.ts";

const Place = z
  .object({ country: z.string().nullish().catch(undefined) })
  .nullish()
  .catch(undefined);
const WithPlace = z.object({ address: Place }).nullish().catch(undefined);
const Name = z.string().nullish().catch(undefined);

/** The fields that name a document and its amount, each on its own: the document may have another form. */
const DocumentFacts = z.object({
  id: Name,
  number: Name,
  invoice: Name,
  currency: Name,
  total: z.int().nullish().catch(undefined),
  customer_address: Place,
  customer_shipping: WithPlace,
  shipping_details: WithPlace,
});

const factsIn = (value: unknown): Partial<z.output<typeof DocumentFacts>> =>
  DocumentFacts.safeParse(value).data ?? {};

/** Returns the number of an invoice, which its owner knows; of a credit note, the id of its invoice. */
export function stripeInvoiceNumber({ value }: JsonRecord): string | undefined {
  const { id, number, invoice } = factsIn(value);
  return (isCreditNote(value) ? (invoice ?? id) : (number ?? id)) ?? undefined;
}

/** Returns the place and the amount with VAT of an invoice or credit note. */
export function stripeInvoiceAmount({ value }: JsonRecord): RowAmount {
  const { shipping_details, customer_shipping, customer_address, currency, total } = factsIn(value);
  const places = [shipping_details?.address, customer_shipping?.address, customer_address];
  const sign = isCreditNote(value) ? -1 : 1;
  return {
    country: places.find((one) => one?.country)?.country,
    currency: currency?.toUpperCase(),
    ...(typeof total === "number" && { gross: () => sign * total }),
  };
}

/** Returns the day of a document that has the form of one. */
export const stripeInvoiceDay = (
  { value }: JsonRecord,
  { time_zone }: StripeInvoicesSettings,
): IsoDate =>
  isCreditNote(value)
    ? dayOfCreditNote(parsedCreditNote(value), time_zone)
    : dayOfInvoice(parsedInvoice(value), time_zone);
