import type { SupplyEvent, SupplyEventRequest } from "../../../client/src/eu-vat-client.ts";
import { taxed } from "../../../shared/core/money/money.ts";
import { minorOrNull } from "../format/typed-amount.ts";
import { textIn } from "../loading/typed.ts";

/** The facts of a sale that fill in its form at first, such as those of a row of a file. */
export type KnownSale = {
  readonly event_id: string;
  readonly source_id?: string | undefined;
  readonly supply_date?: string | undefined;
  readonly consumption_country?: string | undefined;
  readonly currency?: string | undefined;
  readonly gross_minor?: number | undefined;
  readonly order?: string | undefined;
  /** The id of the order in the shop, so that a later file brings the same event and no second one. */
  readonly shop_order_id?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
};

/** Returns the id of an event that a form enters. One form has one id, so that pressing twice enters one event. */
export const newEntryId = (kind: "sale" | "refund" | "adjustment"): string =>
  `${kind}-${crypto.randomUUID()}`;

/** Returns the id of the event for a row of a file: two readers who complete the row enter one event. */
export const rowEntryId = (importId: string, row: string): string => `${importId}:${row}`;

type Rate = { readonly bps: number; readonly category: "standard" | "reduced" | "zero" };

/** Returns the rates of a day and country, the highest first, and zero. */
export function ratesOffered(
  items: readonly { readonly tax_class_id: string; readonly rate_bps: number }[],
): Rate[] {
  const standard = items.find(({ tax_class_id }) => tax_class_id === "standard")?.rate_bps;
  const known = [...new Set(items.map(({ rate_bps }) => rate_bps))].filter((bps) => bps > 0);
  return [
    ...known
      .sort((a, b) => b - a)
      .map((bps): Rate => ({ bps, category: bps === standard ? "standard" : "reduced" })),
    { bps: 0, category: "zero" },
  ];
}

export const rateValue = ({ bps, category }: Rate): string => `${bps} ${category}`;

/** The kinds of supply that a person can enter. */
export const KINDS = ["goods", "tbe_services", "other_services", "imported_goods"] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the kind that the form has at first: imported goods, if all returns of the account are of the import scheme. */
export const usualKind = (returns: readonly { readonly scheme_type: string }[]): Kind =>
  returns.length > 0 && returns.every(({ scheme_type }) => scheme_type === "ioss")
    ? "imported_goods"
    : "goods";

/** The field that says where a supply comes from, by its kind. */
export const ORIGIN = {
  goods: "dispatch_country",
  tbe_services: "establishment_country",
  other_services: "establishment_country",
  imported_goods: "origin_country",
} as const satisfies Record<Kind, string>;

type Typed = {
  readonly typed: FormData;
  /** The locale in which amounts are typed. */
  readonly locale: string;
};

/**
 * Returns the sale of the typed form. The service says at its field if an amount is missing or cannot be read.
 * @param checkId the check of the customer's VAT number, if there is one
 */
export function saleOf(
  known: KnownSale,
  { typed, locale }: Typed,
  checkId?: string,
): SupplyEventRequest {
  const [bps = "", rate_category = ""] = textIn(typed, "vat_rate_bps").split(" ");
  const currency = textIn(typed, "currency").toUpperCase();
  const amount = minorOrNull(textIn(typed, "amount"), currency, locale);
  const isGross = textIn(typed, "with") === "gross";
  const { net, vat } = taxed(BigInt(amount ?? 0), Number(bps), isGross);
  const supply_kind = textIn(typed, "supply_kind") as Kind;
  return {
    ...filled({
      source_id: known.source_id,
      [ORIGIN[supply_kind]]: textIn(typed, "from"),
      consignment: supply_kind === "imported_goods" && {
        intrinsic_value_minor: minorOrNull(textIn(typed, "value"), currency, locale),
        currency,
      },
      transaction_id: known.shop_order_id ?? textIn(typed, "transaction_id"),
      description: textIn(typed, "description"),
      vat_number_check_id: checkId,
      metadata: known.metadata,
    }),
    event_id: known.shop_order_id
      ? `${known.source_id}:${known.shop_order_id}:${supply_kind}:${bps}`
      : known.event_id,
    event_type: "sale",
    supply_date: textIn(typed, "supply_date"),
    supply_kind,
    customer_type: textIn(typed, "customer_type"),
    consumption_country: textIn(typed, "consumption_country"),
    currency,
    vat_rate_bps: Number(bps),
    rate_category,
    taxable_amount_minor: typeof amount === "number" ? Number(net) : amount,
    vat_amount_minor: Number(vat),
    // The service validates the input.
  } as unknown as SupplyEventRequest;
}

/** Returns the adjustment of a sale by a net amount and a VAT amount, which both raise or lower it. */
export function adjustmentOf(
  { event_id: original_event_id, source_id, currency }: SupplyEvent,
  { typed, locale }: Typed,
  event_id: string,
): SupplyEventRequest {
  const sign = textIn(typed, "direction") === "lower" ? -1 : 1;
  const signed = (name: string) => {
    const minor = minorOrNull(textIn(typed, name), currency, locale);
    return typeof minor === "number" ? sign * minor : minor;
  };
  return {
    ...filled({ source_id, description: textIn(typed, "description") }),
    event_id,
    event_type: "adjustment",
    original_event_id,
    supply_date: textIn(typed, "supply_date"),
    taxable_amount_minor: signed("taxable_amount_minor"),
    vat_amount_minor: signed("vat_amount_minor"),
  } as unknown as SupplyEventRequest;
}

const filled = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
