import * as z from "zod";
import type { IsoDate } from "../../../core/calendar/dates.ts";
import type { JsonRecord } from "../../files/csv-record.ts";
import { orNone, RowError } from "../outcome.ts";
import { dayIn, parsedAs, valueAt } from "../parse-values.ts";
import { amountAt } from "../record-fields.ts";
import type { RowAmount } from "../row-facts.ts";

const Id = z
  .union([z.int(), z.string().regex(/^\d+$/, "must be a whole number")])
  .transform(String);
const Text = z.union([z.string(), z.number()]).transform(String);

/** A rate by its number; older orders have the text "total" with a list, which is no rate. */
const Tax = z
  .object({
    id: z.union([z.int(), z.string()]).transform(String),
    total: Text.nullish().catch(undefined),
  })
  .transform(({ id, total }) => ({ id, total: total || undefined }));

/** Plugins write entries without a key. */
const MetaData = z
  .array(z.object({ key: z.string().optional().catch(undefined), value: z.unknown() }))
  .default([])
  .catch([]);

/** A line; `taxes` names the rates by number, and an empty total means none. */
const Line = z.object({
  id: Id.optional().catch(undefined),
  name: z.string().nullish().catch(undefined),
  total: Text,
  total_tax: Text,
  taxes: z
    .array(Tax)
    .default([])
    .transform((taxes) => taxes.filter(({ id }) => /^\d+$/.test(id))),
  meta_data: MetaData,
});

const OptionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? "");
const Address = z.object({ country: OptionalText, postcode: OptionalText });

const Lines = {
  line_items: z.array(Line).default([]),
  shipping_lines: z.array(Line.extend({ method_id: z.string().default("") })).default([]),
  fee_lines: z.array(Line).default([]),
};

/** The fields that are read of an order. Totals of lines are net regardless of `prices_include_tax`. */
export const WooOrder = z.object({
  id: Id,
  status: z.string(),
  currency: z.string(),
  created_via: z.string().default("").catch(""),
  date_created: z.string().nullish(),
  date_modified_gmt: z.string().nullish(),
  date_paid: z.string().nullish(),
  date_paid_gmt: z.string().nullish(),
  date_completed: z.string().nullish(),
  total: Text.optional(),
  total_tax: Text,
  billing: Address,
  shipping: Address.nullish(),
  meta_data: MetaData,
  tax_lines: z
    .array(
      z.object({
        rate_id: z.union([z.int(), z.string()]).transform(String),
        rate_code: z.string().default(""),
        rate_percent: z
          .union([
            z.number(),
            z
              .string()
              .regex(/^\d+(\.\d+)?$/, "must be a number of percent")
              .transform(Number),
          ])
          .nullish(),
      }),
    )
    .default([]),
  refunds: z
    .array(z.object({ total: Text }))
    .default([])
    .catch([]),
  ...Lines,
});

/** The fields that are read of a refund; its amounts are negative, except `amount`. */
export const WooRefund = z.object({
  id: Id,
  date_created: z.string(),
  amount: Text,
  parent_id: z.int().nullish(),
  _links: z.object({ up: z.array(z.object({ href: z.string() })).default([]) }).nullish(),
  ...Lines,
});

export type WooOrder = z.output<typeof WooOrder>;
export type WooRefund = z.output<typeof WooRefund>;

export const allLines = ({ line_items, shipping_lines, fee_lines }: WooOrder | WooRefund) => [
  ...line_items,
  ...shipping_lines,
  ...fee_lines,
];

export type WooLine = z.output<typeof Line>;

export function orderOfRefund({ _links, parent_id }: WooRefund): string {
  const link = _links?.up[0]?.href ?? "";
  const order =
    /\/orders\/(\d+)\/?$/.exec(link)?.[1] ?? (parent_id ? String(parent_id) : undefined);
  if (order) return order;
  throw new RowError("missing_value", "_links.up", "The refund does not name its order.");
}

/** True for a refund: orders have a status, refunds have none. */
export const isWooRefund = (value: unknown): boolean =>
  valueAt(value, "amount") !== undefined && valueAt(value, "status") === undefined;

/** Returns the day on which an order was paid, or a refund created. */
export function wooDay({ value }: JsonRecord): IsoDate | undefined {
  const { date_paid, date_paid_gmt, date_created } = (value ?? {}) as Partial<WooOrder>;
  const written = isWooRefund(value) ? date_created : (date_paid ?? date_paid_gmt ?? date_created);
  return dayIn(String(written), ["day-and-time"], "date_paid");
}

/** Returns the number of an order; of a refund, that of the order it belongs to. */
export const wooOrder = ({ value }: JsonRecord): unknown =>
  isWooRefund(value)
    ? orNone(() => orderOfRefund(parsedAs(WooRefund, value)))
    : valueAt(value, "number") || valueAt(value, "id");

/** Returns the place and the amount with VAT of an order, which may have another form otherwise. A refund names no currency. */
export const wooAmount = ({ value }: JsonRecord): RowAmount =>
  amountAt(value, ["shipping.country", "billing.country"], "currency", "total");
