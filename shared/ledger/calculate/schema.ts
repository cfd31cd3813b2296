import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { identifier } from "../../core/input/text.ts";
import { Supply } from "../../vat/place-of-supply/supply.ts";
import { toReportCode } from "../../vat/reference-data/member-states.ts";
import { CurrencyCode, isCountry } from "../../vat/reference-data/schema.ts";
import { isTerritoryCode } from "../../vat/reference-data/special-territories.ts";
import { eventFields } from "../../vat/schemes/event-fields.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { CommittedItem } from "../events/schema.ts";
import { CommitTransaction } from "./events-of-transaction.ts";
import { Transaction } from "./transaction-schema.ts";

const CLASS_IDS: ReadonlySet<string> = new Set(TAX_CLASSES.map(({ id }) => id));

const TaxClassId = z
  .string()
  .refine((id) => CLASS_IDS.has(id), "must be the id of a tax class, see GET /v1/tax-classes")
  .meta({ id: "TaxClassId", description: "A tax class of the catalogue", examples: ["standard"] });

/** A country code, or the reserved codes EA and IC of territories without a country code. */
const CustomerCountry = z
  .string()
  .refine(
    (code) => isCountry(code) || isTerritoryCode(code),
    "must be an ISO 3166-1 alpha-2 country code, such as DE",
  )
  .transform(toReportCode)
  .meta({
    id: "CustomerCountry",
    description:
      "Where the customer is: ISO 3166-1 alpha-2, or EA (Ceuta, Melilla), IC (Canary Islands), XI; Greece is EL (GR is understood)",
    examples: ["DE"],
  });

/** Minor units; negative for a credit. */
const Amount = eventFields.taxable_amount_minor;

const rate = {
  tax_class_id: TaxClassId.optional(),
  vat_rate_bps: eventFields.vat_rate_bps
    .optional()
    .describe(
      "The caller's own rate, instead of a tax class; with `supply` also beside one. What was charged is taken apart at it, wherever the supply belongs",
    ),
};

const LineId = identifier(100);

const Line = z.strictObject({ line_id: LineId.optional(), ...rate, gross_amount_minor: Amount });

const MOST_LINES = 200;

/** Body of POST /v1/vat/calculate; request-rules.ts has the cross-field rules. */
export const CalculationRequest = z
  .strictObject({
    country: CustomerCountry,
    currency: CurrencyCode,
    ...rate,
    gross_amount_minor: Amount.optional().describe(
      "The price in minor units: with VAT when price_includes_vat, else without",
    ),
    price_includes_vat: z.boolean(),
    transaction_date: IsoDate.optional().describe("The tax point; today unless given"),
    lines: z.array(Line).min(1).max(MOST_LINES).optional(),
    shipping_amount_minor: Amount.optional().describe("Split over the lines by net value"),
    supply: Supply.optional().describe("Let the place of supply decide where and how it is taxed"),
  })
  .meta({ id: "CalculationRequest" });
export type CalculationRequest = z.output<typeof CalculationRequest>;

/** Maximum number of items of a batch. A function stores and returns this many well within its time limit. */
const MOST_ITEMS = 200;

export const CalculationItem = CalculationRequest.extend({
  commit: CommitTransaction.optional().describe(
    "Commits the calculation to the ledger as well, as `POST /v1/transactions/{id}/commit` does. Sent again under the same `event_id`, it is the same calculation",
  ),
}).meta({ id: "CalculationItem" });
export type CalculationItem = z.output<typeof CalculationItem>;

/** The batch form of the body of POST /v1/vat/calculate. */
export const CalculationBatch = z
  .strictObject({
    items: z
      .array(CalculationItem)
      .min(1)
      .max(MOST_ITEMS)
      .describe(
        `1 to ${MOST_ITEMS} calculations. All are carried out, or none: of one that is refused the index is told. Together they have at most 2,000 lines, and make at most 500 supply events`,
      ),
  })
  .meta({ id: "CalculationBatch" });
export type CalculationBatch = z.output<typeof CalculationBatch>;

const CalculatedItem = z.strictObject({
  transaction: Transaction,
  events: z
    .array(CommittedItem)
    .optional()
    .describe("Of an item with `commit`: what became of its supply events, one for each rate"),
});
export type CalculatedItem = z.output<typeof CalculatedItem>;

export const CalculatedItems = z
  .strictObject({
    items: z.array(CalculatedItem).describe("One for each item, in the order of the request"),
  })
  .meta({ id: "CalculatedItems" });
