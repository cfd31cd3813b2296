import type { SupplyKind } from "../../../vat/schemes/supply-event.ts";
import { fitsRate } from "../by-rate.ts";
import { commonHsCode } from "../import-scheme.ts";
import { minor, type ShopifyLine, type ShopifyOrder, type ShopifyRefund } from "./documents.ts";

/** The supply kinds of the articles of a shop: of those that are shipped, and of all others. */
type ArticleKinds = { readonly shipped_kind: SupplyKind; readonly unshipped_kind: SupplyKind };

/** A line with its kind and rate; amounts in minor units of the buyer's currency. */
export type TaxedLine = {
  readonly id: string;
  readonly kind: SupplyKind;
  readonly vat_rate_bps: number;
  readonly net: number;
  readonly vat: number;
  /** The part of `net` that the goods themselves cost: nothing of shipping. */
  readonly goods: number;
  readonly hs_codes: readonly (string | undefined)[];
};

/**
 * Returns the taxed lines, including shipping but not gift cards.
 * @returns undefined if a line has several taxes, or VAT of other lines
 */
export function pricedLines(
  order: ShopifyOrder,
  { shipped_kind, unshipped_kind }: ArticleKinds,
): readonly TaxedLine[] | undefined {
  const items = order.line_items.filter(({ gift_card }) => !gift_card);
  const isShipped = items.some(({ requires_shipping }) => requires_shipping !== false);
  const priced = [
    ...items.map((item) => {
      const kind = item.requires_shipping === false ? unshipped_kind : shipped_kind;
      const line = priceOf(item, item.quantity, kind, order);
      return line && { ...line, goods: line.net, hs_codes: [hsCodeOf(item)] };
    }),
    ...order.shipping_lines.map((line) =>
      priceOf(line, 1, isShipped ? shipped_kind : unshipped_kind, order),
    ),
  ];
  const known = priced.filter((line) => line !== undefined);
  return known.length === priced.length ? known : undefined;
}

function priceOf(
  line: ShopifyLine,
  quantity: number,
  kind: SupplyKind,
  order: ShopifyOrder,
): TaxedLine | undefined {
  const taxes = line.tax_lines.filter(
    ({ price_set }) => minor(price_set, "tax_lines.price_set") !== 0,
  );
  if (taxes.length > 1) return undefined;
  const vat = taxes.reduce(
    (sum, { price_set }) => sum + minor(price_set, "tax_lines.price_set"),
    0,
  );
  const discount = line.discount_allocations.reduce(
    (sum, { amount_set }) => sum + minor(amount_set, "discount_allocations.amount_set"),
    0,
  );
  const price = minor(line.price_set, "price_set") * quantity - discount;
  const net = order.taxes_included ? price - vat : price;
  const vat_rate_bps = Math.round((taxes[0]?.rate ?? 0) * 10_000);
  // A known error of Shopify writes the VAT of all lines on the first line.
  const fits = fitsRate(net, vat, vat_rate_bps, quantity);
  return fits ? { id: line.id, kind, vat_rate_bps, net, vat, goods: 0, hs_codes: [] } : undefined;
}

/** Returns the tariff code of an article; only the customs duty of an order names it. */
const hsCodeOf = ({ duties }: ShopifyOrder["line_items"][number]): string | undefined =>
  commonHsCode(duties.map(({ harmonized_system_code }) => harmonized_system_code ?? undefined));

const addedUp = (same: readonly [TaxedLine, ...TaxedLine[]]): TaxedLine => {
  const sum = (field: "net" | "vat" | "goods") =>
    same.reduce((total, line) => total + line[field], 0);
  const hs_codes = same.flatMap((line) => line.hs_codes);
  return { ...same[0], net: sum("net"), vat: sum("vat"), goods: sum("goods"), hs_codes };
};

/** Groups lines of one kind and rate, which make one event. */
export const byKindAndRate = (lines: readonly TaxedLine[]): TaxedLine[] =>
  [...Map.groupBy(lines, ({ kind, vat_rate_bps }) => `${kind} ${vat_rate_bps}`).values()]
    .map((same) => addedUp(same as [TaxedLine, ...TaxedLine[]]))
    .filter(({ net, vat }) => net !== 0 || vat !== 0);

/** The amount that a refund gives back of a line of the order, and the VAT of it; undefined if the refund has none. */
type GivenBack = {
  readonly id: string;
  readonly subtotal: number;
  readonly vat: number | undefined;
};

type Adjusted = { readonly subtotal: number; readonly vat: number };

/**
 * Returns the shipping that a refund gives back. Shopify writes it twice: as refunded shipping lines without their VAT,
 * and as adjustments of the kind `shipping_refund` with it.
 * @returns undefined if the two do not agree, or if the refund has an amount without a line
 */
function refundedShipping(refund: ShopifyRefund): readonly GivenBack[] | undefined {
  const left = adjustmentsOf(refund);
  if (!left) return undefined;
  const isAdjusted = left.length > 0;
  const found = refund.refund_shipping_lines.map(({ shipping_line, subtotal_amount_set }) => {
    const { id } = shipping_line;
    const subtotal = minor(subtotal_amount_set, "subtotal_amount_set");
    if (!isAdjusted) return { id, subtotal, vat: undefined };
    const at = left.findIndex((adjusted) => adjusted.subtotal === subtotal);
    const [own] = at < 0 ? [] : left.splice(at, 1);
    return own && { id, ...own };
  });
  const known = found.filter((rate) => rate !== undefined);
  return known.length === found.length && isNothing(left) ? known : undefined;
}

/** Returns the adjustments of shipping; undefined if there are others, which have no line. */
function adjustmentsOf({ order_adjustments }: ShopifyRefund): Adjusted[] | undefined {
  const amounts = order_adjustments.filter(
    ({ amount, amount_set }) => Number(amount_set?.presentment_money.amount ?? amount ?? 0) !== 0,
  );
  const read = amounts.flatMap(({ kind, amount_set, tax_amount_set }) =>
    kind === "shipping_refund" && amount_set
      ? {
          subtotal: -minor(amount_set, "order_adjustments.amount_set"),
          vat: tax_amount_set ? -minor(tax_amount_set, "order_adjustments.tax_amount_set") : 0,
        }
      : [],
  );
  return read.length === amounts.length ? read : undefined;
}

/** True if adjustments cancel each other out, as Shopify writes some in pairs. */
const isNothing = (adjusted: readonly Adjusted[]): boolean =>
  adjusted.reduce((sum, { subtotal }) => sum + subtotal, 0) === 0 &&
  adjusted.reduce((sum, { vat }) => sum + vat, 0) === 0;

/** Returns the VAT that a part of a line was charged. A part of the price with VAT is all of it; others are net. */
const vatOfPart = (line: TaxedLine, part: number): number =>
  line.net === 0 || part === line.net + line.vat
    ? line.vat
    : Math.round((line.vat * part) / line.net);

/**
 * Returns the amounts that a refund gives back of each line. Its subtotal is net even if prices include VAT; this is
 * not documented, so the reading that fits the rate is used.
 * @returns undefined if a part has no rate: an amount without a line, or an unknown line
 */
export function refundedLines(
  refund: ShopifyRefund,
  lines: readonly TaxedLine[],
  giftCards: ReadonlySet<string>,
): readonly TaxedLine[] | undefined {
  const shipping = refundedShipping(refund);
  if (!shipping) return undefined;
  const given: readonly GivenBack[] = [
    ...refund.refund_line_items
      .filter(({ line_item_id }) => !giftCards.has(line_item_id))
      .map(({ line_item_id, subtotal_set, total_tax_set }) => ({
        id: line_item_id,
        subtotal: minor(subtotal_set, "subtotal_set"),
        vat: minor(total_tax_set, "total_tax_set"),
      })),
    ...shipping,
  ];
  const read = given.map(({ id, subtotal, ...of }) => {
    const line = lines.find((line) => line.id === id);
    if (!line) return undefined;
    const vat = of.vat ?? vatOfPart(line, subtotal);
    const net = [subtotal, subtotal - vat].find((amount) =>
      fitsRate(amount, vat, line.vat_rate_bps, 3),
    );
    return net === undefined ? undefined : { ...line, net, vat };
  });
  const known = read.filter((line) => line !== undefined);
  return known.length === read.length ? known : undefined;
}
