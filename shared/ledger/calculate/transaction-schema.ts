import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { answeredFields, withNulls } from "../../core/input/answered-fields.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { fixedEuroRateOn } from "../../vat/exchange-rates/period-rates.ts";
import { PlacedKind, PlacedRole } from "../../vat/place-of-supply/supply.ts";
import { RatesVersion } from "../../vat/reference-data/vat-rates.ts";
import { RATE_CATEGORIES, TREATMENTS } from "../../vat/schemes/supply-event.ts";
import { VatNumberWarning } from "../../vat/seller/identifier.ts";
import { RateNote } from "../../vat/tax-classes/schema.ts";
import { isTransactionId } from "./transaction.ts";

const Minor = z.int();
const amounts = {
  gross_amount_minor: Minor,
  net_amount_minor: Minor,
  vat_amount_minor: Minor,
};

const Category = z.enum(RATE_CATEGORIES).nullable();

const rate = {
  tax_class_id: z.string().optional(),
  vat_rate_bps: z.int().min(0).max(10_000),
  rate_category: Category.describe(
    "Category of the rate; null where no tax is charged or no standard rate is known",
  ),
  class_rate_bps: z
    .int()
    .nullable()
    .optional()
    .describe(
      "Catalogue rate of `tax_class_id` where the supply is taxed, to compare with the caller's own rate, in basis points; null without such a rate, and where none is charged or known",
    ),
  rate_note: RateNote.optional(),
};

const Line = z.strictObject({
  line_id: z.string().optional(),
  ...rate,
  ...amounts,
  shipping: z
    .strictObject(amounts)
    .optional()
    .describe("The line's part of the shipping, not in the line's own amounts"),
});

/** The placed supply; a VAT number is masked and a postcode is not stored. */
const PlacedSupply = z.strictObject({
  supply_kind: PlacedKind,
  member_state_of_consumption: z
    .string()
    .nullable()
    .describe("Member State of consumption; null outside the VAT territory of the Union"),
  region: z
    .string()
    .optional()
    .describe(
      "The region of the customer with a standard rate of its own (Art. 104, 105), told by the postcode: it replaces the standard rate. Reduced rates are those of the whole Member State",
    ),
  dispatch_country: z.string().optional(),
  establishment_country: z.string().optional(),
  customer_type: z.enum(["b2c", "b2b"]),
  treated_as: z
    .enum(["b2c", "b2b"])
    .describe("A business that cannot show a VAT number is treated as a consumer"),
  customer_vat_number_masked: z.string().optional(),
  customer_vat_number_warning: VatNumberWarning.optional(),
  supplier_role: PlacedRole,
  intrinsic_value_eur_minor: z.int().optional(),
});

/** A calculation, stored for the audit. It affects no threshold and no report. */
export const Transaction = z.strictObject({
  transaction_id: z.string(),
  created_at: z.iso.datetime(),
  transaction_date: IsoDate,
  country: z.string().describe("Country where the customer is; Greece is EL"),
  currency: KnownCurrency,
  price_includes_vat: z.boolean(),
  ...rate,
  vat_rate_bps: rate.vat_rate_bps.nullable().describe("VAT rate in basis points; null if several"),
  ...amounts,
  lines: z.array(Line).optional(),
  source_id: z.string().optional(),
  supply: PlacedSupply.optional(),
  treatment: z.enum(TREATMENTS).optional(),
  treatment_reason: z.string().optional(),
  taxed_in: z
    .string()
    .nullable()
    .optional()
    .describe("The Member State where tax is due; null outside its scope, and without `supply`"),
  rates_version: RatesVersion.optional(),
  committed_event_id: z
    .string()
    .brand("EventId")
    .nullable()
    .describe("The event_id it was committed to the ledger under"),
});
export type Transaction = z.output<typeof Transaction>;

/** A calculation in answers. */
export const TransactionView = z
  .strictObject({
    ...answeredFields(Transaction.shape),
    lines: z
      .array(z.strictObject(answeredFields(Line.shape)))
      .nullable()
      .describe("Lines of a request that has lines; their amounts add up to the whole"),
    supply: z.strictObject(answeredFields(PlacedSupply.shape)).nullable(),
    rates_seen_to: IsoDate.nullable().describe(
      "Last day whose changes of rates the calculation knows, where the supply is later: calculate again nearer to its day. Else null",
    ),
    currency_warning: z
      .enum(["currency_replaced_by_euro"])
      .nullable()
      .describe("Set where the euro had replaced the currency on the day of the supply. Else null"),
  })
  .meta({ id: "Transaction" });

/** Returns a calculation, stored or not, as answers have it. */
export const transactionView = <Calculated extends Omit<Transaction, "transaction_id">>(
  transaction: Calculated,
) => ({
  ...withNulls(Transaction.shape, transaction),
  lines: transaction.lines?.map((line) => withNulls(Line.shape, line)) ?? null,
  supply: transaction.supply ? withNulls(PlacedSupply.shape, transaction.supply) : null,
  rates_seen_to: ratesSeenTo(transaction),
  currency_warning: fixedEuroRateOn(transaction.currency, transaction.transaction_date)
    ? ("currency_replaced_by_euro" as const)
    : null,
});

/** Returns the day that a version of the rates begins with, if the supply is later than that. */
function ratesSeenTo({ rates_version, transaction_date }: Omit<Transaction, "transaction_id">) {
  const seen_to = rates_version?.slice(0, 10) as Day | undefined;
  return seen_to !== undefined && transaction_date > seen_to ? seen_to : null;
}

/** Null in the document as in `Transaction`: some languages have no type whose one value is null. */
const absentId = (description: string) =>
  z.null().meta({ description, override: { type: ["string", "null"] } });

/** A calculation that was not stored, so that nothing has its id. */
export const QuotedTransaction = TransactionView.extend({
  transaction_id: absentId("Always null, because nothing was stored"),
  committed_event_id: absentId("Always null, because only a stored calculation can be committed"),
}).meta({ id: "Quote" });
export type QuotedTransaction = z.output<typeof QuotedTransaction>;

/** Path parameter of a transaction. An invalid id becomes an empty one, so that it is not found. */
export const TransactionPath = z.strictObject({
  id: z.string().transform((id) => (isTransactionId(id) ? id : "")),
});
