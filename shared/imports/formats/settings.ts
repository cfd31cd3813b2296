import * as z from "zod";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CountryCode, MemberStateCode } from "../../vat/reference-data/schema.ts";
import { CONSIGNED_KIND, hasConsignment } from "../../vat/schemes/consignment-value.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import { isService, type SupplyKind } from "../../vat/schemes/supply-event.ts";
import { LINE_ROLES } from "../orders/shop-order.ts";

/** The source tag of the shop; ids of its events begin with the tag. */
export const SourceId = z
  .string()
  .regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE)
  .describe("The source tag of the shop: ids of events begin with it");

/** The supply kind of a shop whose goods come from a Member State. */
export const ShopKind = z
  .enum(["goods", "tbe_services", "other_services"])
  .describe("What kind of supply the rows are");

export type ShopKind = z.output<typeof ShopKind>;

/** The supply kind of a shop whose orders may be imports: settings say what a consignment is. */
export const ShopOrImportKind = z
  .enum([...ShopKind.options, CONSIGNED_KIND])
  .describe("What kind of supply the rows are; `imported_goods` of the import scheme");

/** The time zone of the business, in which a day begins. */
export const TimeZone = z
  .string()
  .refine(isTimeZone, "must be a time zone such as Europe/Berlin")
  .default("UTC");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const DispatchCountry = MemberStateCode.optional().describe(
  "The Member State that goods are dispatched from, where the file does not say it",
);

export const EstablishmentCountry = CountryCode.optional().describe(
  "Where services are supplied from",
);

/** Whose VAT a rate is that is in force at the destination and at home, where the shop does not say it reliably. */
export const RatesInBoth = z
  .enum(["destination", "dispatch"])
  .optional()
  .describe(
    "Whose VAT a rate is that is in force in the customer's country and in yours; without it such orders are booked with a remark",
  );

/** The roles of lines that a shop writes as ordinary articles or fees. */
export const LineKinds = z
  .record(z.string().min(1).max(100), z.enum(LINE_ROLES))
  .optional()
  .describe("Lines that are something else than an article or a fee, by their names in the shop");

export const OrderTimeZone = TimeZone.describe("Where midnight decides on the day of an order");

/** The settings of a shop whose goods come from a Member State. */
export const orderSettings = {
  source_id: SourceId,
  dispatch_country: DispatchCountry,
  establishment_country: EstablishmentCountry,
  supply_kind: ShopKind.default("goods"),
  rates_in_both: RatesInBoth,
  line_kinds: LineKinds,
} as const;

export const DownloadKind = ShopKind.default("tbe_services").describe(
  "What articles to download are",
);

export type Origin = {
  readonly dispatch_country?: string | undefined;
  readonly establishment_country?: string | undefined;
  readonly origin_country?: string | undefined;
};

export function originOf(kind: SupplyKind, settings: Origin): Origin {
  if (isService(kind)) return { establishment_country: settings.establishment_country };
  return hasConsignment(kind)
    ? { origin_country: settings.origin_country }
    : { dispatch_country: settings.dispatch_country };
}

/** Returns the Member State in which such supplies are domestic; undefined for imports. */
export const homeOf = (kind: SupplyKind, settings: Origin): string | undefined => {
  const { dispatch_country, establishment_country } = originOf(kind, settings);
  return dispatch_country ?? establishment_country;
};

/** Returns the fault for a missing origin that supplies of these kinds need. */
export const originFaults = (kinds: readonly SupplyKind[], settings: Origin) => [
  ...faultIf(
    kinds.includes("goods") && settings.dispatch_country === undefined,
    "dispatch_country",
    "needed for goods",
  ),
  ...faultIf(
    kinds.some(isService) && settings.establishment_country === undefined,
    "establishment_country",
    "needed for services",
  ),
];
