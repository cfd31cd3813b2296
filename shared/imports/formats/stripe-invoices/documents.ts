import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { RowError } from "../outcome.ts";
import { dayOfInstant, parsedAs, valueAt } from "../parse-values.ts";
import type { RowAmount } from "../row-facts.ts";
import { isoMinor } from "./minor-units.ts";
import type { StripeInvoicesSettings } from "./read.ts";

/** An instant as Stripe writes it: seconds since 1970. */
const Seconds = z.int().min(0).max(253_402_300_799);

/** An id, or the object of that id, which Stripe writes on request. */
const IdOf = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((reference) => (typeof reference === "string" ? reference : reference.id));

/** One tax, of a document or of a line. Its rate is named by an id alone. */
const Tax = z.object({
  amount: z.int(),
  taxable_amount: z.int().nullish(),
  taxability_reason: z.string().nullish(),
  tax_rate_details: z.object({ tax_rate: IdOf }).nullish(),
});
export type StripeTax = z.output<typeof Tax>;

const Address = z.object({ country: z.string().nullish(), postal_code: z.string().nullish() });
const WithAddress = z.object({ address: Address.nullish() }).nullish();

const ShippingCost = z.object({ amount_tax: z.int(), amount_total: z.int() });

const Line = z.object({
  amount: z.int(),
  taxes: z.array(Tax).nullish(),
  pricing: z.object({ price_details: z.object({ product: IdOf }).nullish() }).nullish(),
});
export type StripeLine = z.output<typeof Line>;

const Lines = z.object({
  data: z.array(Line),
  has_more: z.boolean().default(false),
  total_count: z.int().optional(),
});

const common = {
  id: z.string().min(1).max(60),
  livemode: z.boolean(),
  created: Seconds,
  effective_at: Seconds.nullish(),
  currency: z.string().transform((code) => code.toUpperCase()),
  status: z.string().nullish(),
  number: z.string().nullish(),
  total: z.int(),
  total_excluding_tax: z.int().nullish(),
  total_taxes: z.array(Tax).nullable(),
  shipping_cost: ShippingCost.nullish(),
};

/** The fields that are read of an invoice, in the form of the API since version 2025-03-31. */
const Invoice = z.object({
  ...common,
  customer_tax_exempt: z.string().nullish(),
  customer_tax_ids: z.array(z.object({ type: z.string() })).nullish(),
  customer_address: Address.nullish(),
  customer_shipping: WithAddress,
  shipping_details: WithAddress,
  status_transitions: z.object({ finalized_at: Seconds.nullish() }).nullish(),
  lines: Lines,
});
export type StripeInvoice = z.output<typeof Invoice>;

/** The fields that are read of a credit note. Its amounts are positive; its place is that of its invoice. */
const CreditNote = z.object({
  ...common,
  invoice: IdOf,
  voided_at: Seconds.nullish(),
  lines: z.object({ data: z.array(z.unknown()) }).nullish(),
});
export type StripeCreditNote = z.output<typeof CreditNote>;

export const isCreditNote = (value: unknown): boolean => valueAt(value, "object") === "credit_note";

/** @throws RowError if the value is no invoice */
export const parsedInvoice = (value: unknown): StripeInvoice => currentForm(Invoice, value);

/** @throws RowError if the value is no credit note */
export const parsedCreditNote = (value: unknown): StripeCreditNote =>
  currentForm(CreditNote, value);

/** The names of the taxes before version 2025-03-31: of an invoice, and of a credit note. */
const FORMER_TAXES = ["total_tax_amounts", "tax_amounts"];

function currentForm<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const has = (name: string) => valueAt(value, name) !== undefined;
  const isFormer = FORMER_TAXES.some(has) && !has("total_taxes");
  if (!isFormer) return parsedAs(schema, value);
  throw new RowError(
    "invalid_value",
    "total_taxes",
    "This has the form of an older version of Stripe's API: choose version 2025-03-31 or later.",
  );
}

const asInstant = (seconds: number): string => new Date(seconds * 1000).toISOString();

const dayOfSeconds = (seconds: number, time_zone: string): IsoDate =>
  dayOfInstant(asInstant(seconds), time_zone, "effective_at");

/** Returns the day that an invoice bears: of its effect, or of its completion. */
export const dayOfInvoice = (invoice: StripeInvoice, time_zone: string): IsoDate =>
  dayOfSeconds(
    invoice.effective_at ?? invoice.status_transitions?.finalized_at ?? invoice.created,
    time_zone,
  );

export const dayOfCreditNote = (note: StripeCreditNote, time_zone: string): IsoDate =>
  dayOfSeconds(note.effective_at ?? note.created, time_zone);

/** True if a credit note was voided: it gives nothing back, whatever its form. */
export const isVoidedNote = (value: unknown): boolean =>
  isCreditNote(value) && valueAt(value, "status") === "void" && valueAt(value, "livemode") === true;

/** The invoice, the id and the last change of a credit note. */
type CreditNoteName = {
  readonly order_id: string;
  readonly refund_id: string;
  readonly modified_at: string;
};

/** Returns the name of a credit note; undefined if the value is none. Its only change is that it is voided. */
export function creditNoteName(value: unknown): CreditNoteName | undefined {
  const { data } = CreditNote.pick({
    id: true,
    invoice: true,
    created: true,
    voided_at: true,
  }).safeParse(value);
  return (
    data && {
      order_id: data.invoice,
      refund_id: data.id,
      modified_at: asInstant(data.voided_at ?? data.created),
    }
  );
}

/** Returns the number of an invoice, which its owner knows; of a credit note, the id of its invoice. */
export const stripeInvoiceNumber = ({ value }: JsonRecord): unknown =>
  valueAt(value, isCreditNote(value) ? "invoice" : "number") ?? valueAt(value, "id");

/** Returns the place and the amount with VAT of an invoice or credit note, which may have another form otherwise. */
export function stripeInvoiceAmount({ value }: JsonRecord): RowAmount {
  const places = ["shipping_details.address", "customer_shipping.address", "customer_address"];
  const currency = String(valueAt(value, "currency") ?? "").toUpperCase();
  const total = valueAt(value, "total");
  const sign = isCreditNote(value) ? -1 : 1;
  return {
    country: places.map((place) => valueAt(value, `${place}.country`)).find(Boolean),
    currency,
    ...(Number.isSafeInteger(total) && { gross: () => sign * isoMinor(Number(total), currency) }),
  };
}

export const stripeInvoiceDay = (
  { value }: JsonRecord,
  { time_zone }: StripeInvoicesSettings,
): IsoDate =>
  isCreditNote(value)
    ? dayOfCreditNote(parsedCreditNote(value), time_zone)
    : dayOfInvoice(parsedInvoice(value), time_zone);
