import * as z from "zod";

const Id = z.union([z.int(), z.string().regex(/^\d+$/)]).transform(String);
const Text = z.union([z.string(), z.number()]).transform(String);

/** `taxes` names the rates by number; an empty total means none. */
const Line = z.object({
  total: Text,
  total_tax: Text,
  taxes: z.array(z.object({ id: z.int(), total: Text.nullish() })).default([]),
});

const Address = z.object({ country: z.string().default(""), postcode: z.string().default("") });

const Lines = {
  line_items: z.array(Line).default([]),
  shipping_lines: z.array(Line.extend({ method_id: z.string().default("") })).default([]),
  fee_lines: z.array(Line).default([]),
};

/** What is read of an order. Totals of lines are net, whatever `prices_include_tax` says. */
export const WooOrder = z.object({
  id: Id,
  status: z.string(),
  currency: z.string(),
  date_paid: z.string().nullish(),
  total_tax: Text,
  billing: Address,
  shipping: Address.nullish(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  tax_lines: z
    .array(
      z.object({
        rate_id: z.int(),
        rate_code: z.string().default(""),
        rate_percent: z.number().nullish(),
      }),
    )
    .default([]),
  ...Lines,
});

/** What is read of a refund; its amounts are negative, but for `amount`. */
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
