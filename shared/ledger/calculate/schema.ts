import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { identifier, withRules } from "../../core/input/fields.ts";
import { Supply } from "../../vat/place-of-supply/supply.ts";
import { CurrencyCode, CustomerCountry } from "../../vat/reference-data/schema.ts";
import { eventFields } from "../../vat/schemes/event-fields.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { CommittedItem } from "../events/schema.ts";
import { CommitTransaction } from "./commit-transaction.ts";
import { QuotedTransaction, TransactionView } from "./transaction-schema.ts";

type RequestFields = Readonly<Record<string, unknown>>;

/**
 * Checks which fields of a calculation are required or excluded together. Reads the unparsed body: only there a missing
 * field differs from an unreadable field, which already has its own fault.
 */
function calculationFaults(body: unknown): Fault[] {
  if (!isObject(body)) return [];
  const lines = body["lines"];
  const charges = Array.isArray(lines)
    ? lines.map((line: unknown, index) => ({ at: `lines.${index}.`, fields: line }))
    : [{ at: "", fields: body }];
  return [
    ...formFaults(body),
    ...charges.flatMap(({ at, fields }) =>
      isObject(fields) ? rateFaults(fields, at, has(body, "supply")) : [],
    ),
  ];
}

/** Checks that the body has one price, or lines with an optional shipping. */
function formFaults(body: RequestFields): Fault[] {
  if (!has(body, "lines")) {
    return [
      ...faultIf(!has(body, "gross_amount_minor"), "gross_amount_minor", "required, or give lines"),
      ...faultIf(has(body, "shipping_amount_minor"), "shipping_amount_minor", "only with lines"),
    ];
  }
  return ["tax_class_id", "vat_rate_bps", "gross_amount_minor"].flatMap((field) =>
    faultIf(has(body, field), field, "must not come with lines: each line has its own"),
  );
}

/** Checks the choice of rate. With a supply, a rate of the caller may come with a class; the response shows both. */
function rateFaults(fields: RequestFields, at: string, isPlaced: boolean): Fault[] {
  const isRated = has(fields, "vat_rate_bps");
  const isClassed = has(fields, "tax_class_id");
  return [
    ...faultIf(
      isRated && isClassed && !isPlaced,
      `${at}vat_rate_bps`,
      "must not come with tax_class_id",
    ),
    ...faultIf(!isRated && !isClassed, `${at}tax_class_id`, "required, or give vat_rate_bps"),
  ];
}

const has = (fields: RequestFields, name: string): boolean => fields[name] !== undefined;

const isObject = (value: unknown): value is RequestFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MOST_LINES_OF_BATCH = 2_000;

/** Checks the cross-field rules for the body of POST /v1/vat/calculate. */
export function bodyFaults(body: unknown): Fault[] {
  const items = itemsIn(body);
  if (!items) return calculationFaults(body);
  const isStored = !isObject(body) || body["store"] !== false;
  return items.flatMap((item, index) =>
    faultsOfItem(index, [...calculationFaults(item), ...(isStored ? [] : committingFaults(item))]),
  );
}

/** Checks that nothing is committed of a batch that is not stored. */
const committingFaults = (item: unknown): Fault[] =>
  faultIf(
    isObject(item) && has(item, "commit"),
    "commit",
    "is stored, and store: false stores nothing: leave one of them out",
  );

/** Returns the faults of an item with field names of the whole body. */
export const faultsOfItem = (index: number, faults: readonly Fault[], within = ""): Fault[] =>
  faults.map((fault) => ({ ...fault, field: `items.${index}.${within}${fault.field}` }));

const itemsIn = (body: unknown): readonly unknown[] | undefined => {
  const items = (body as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items : undefined;
};

/** Checks that a batch has not too many lines and that no two items commit under the same id. */
export function batchFaults(items: readonly CalculationItem[]): Fault[] {
  const lines = items.reduce((sum, item) => sum + (item.lines?.length ?? 1), 0);
  const first = new Map<string, number>();
  const twins = items.flatMap(({ commit }, index): Fault[] => {
    const id = commit?.event_id;
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    const message = `is that of items.${earlier}`;
    return earlier === undefined
      ? []
      : faultsOfItem(index, [{ field: "event_id", message }], "commit.");
  });
  const many = {
    field: "items",
    message: `must have at most ${MOST_LINES_OF_BATCH} lines together`,
  };
  return [...(lines > MOST_LINES_OF_BATCH ? [many] : []), ...twins];
}

const CLASS_IDS: ReadonlySet<string> = new Set(TAX_CLASSES.map(({ id }) => id));

const TaxClassId = z
  .string()
  .refine((id) => CLASS_IDS.has(id), "must be the id of a tax class, see GET /v1/tax-classes")
  .meta({ id: "TaxClassId", description: "A tax class of the catalogue", examples: ["standard"] });

/** Minor units; negative for a credit. */
const Amount = eventFields.taxable_amount_minor;

const rate = {
  tax_class_id: TaxClassId.optional(),
  vat_rate_bps: eventFields.vat_rate_bps
    .optional()
    .describe(
      "VAT rate of the caller in basis points, in place of a tax class, or with `supply` alongside one. The charged amount is split at this rate, wherever the supply is taxed",
    ),
};

const LineId = identifier(100);

const Line = z.strictObject({ line_id: LineId.optional(), ...rate, gross_amount_minor: Amount });

const MOST_LINES = 200;

const Store = z
  .boolean()
  .optional()
  .describe(
    "Store the calculation as a transaction, unless `false`: then it is computed only, with no transaction, no count of a source and no `Idempotency-Key`. For quotes in a checkout; a read-only key may use it",
  );

/** One calculation, alone or as an item of a batch. */
const Calculation = z.strictObject({
  country: CustomerCountry,
  currency: CurrencyCode,
  ...rate,
  gross_amount_minor: Amount.optional().describe(
    "The price in minor units: with VAT when price_includes_vat, else without",
  ),
  price_includes_vat: z.boolean(),
  transaction_date: IsoDate.optional().describe("The tax point; today unless given"),
  lines: z.array(Line).min(1).max(MOST_LINES).optional(),
  shipping_amount_minor: Amount.optional().describe("Shipping in minor units, split by net value"),
  supply: Supply.optional().describe("Facts that decide the place of supply and its taxation"),
});

const IN_ITEMS = "of a calculation in items alone: send { items: [{ …, commit }] }";

/** Body of POST /v1/vat/calculate. */
export const CalculationRequest = withRules(Calculation.extend({ store: Store }), () => [], {
  commit: IN_ITEMS,
  event_id: `of a commit, ${IN_ITEMS}`,
}).meta({ id: "CalculationRequest" });
export type CalculationRequest = z.output<typeof CalculationRequest>;

/** Maximum number of items of a batch. A function stores and returns this many well within its time limit. */
const MOST_ITEMS = 200;

export const CalculationItem = Calculation.extend({
  commit: CommitTransaction.optional().describe(
    "Facts with which the calculation is also committed to the ledger, as by `POST /v1/transactions/{id}/commit`. Sent again under the same `event_id`, it is the same calculation",
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
        `Calculations of the batch, 1 to ${MOST_ITEMS}. All are carried out, or none: errors name the index of the item. Together they have at most 2,000 lines, and make at most 500 supply events`,
      ),
    store: Store,
  })
  .meta({ id: "CalculationBatch" });
export type CalculationBatch = z.output<typeof CalculationBatch>;

const CalculatedItem = z.strictObject({
  transaction: TransactionView,
  events: z
    .array(CommittedItem)
    .nullable()
    .describe(
      "Supply events that an item with `commit` committed, one for each rate; null without `commit`",
    ),
});
export type CalculatedItem = z.output<typeof CalculatedItem>;

export const CalculatedItems = z
  .strictObject({
    items: z.array(CalculatedItem).describe("Results of the calculations in their order"),
  })
  .meta({ id: "CalculatedItems" });

/** The response of a batch that was not stored. */
export const QuotedItems = z
  .strictObject({
    items: z
      .array(z.strictObject({ transaction: QuotedTransaction }))
      .describe("Results of the calculations in their order"),
  })
  .meta({ id: "QuotedItems" });
