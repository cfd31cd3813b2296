import * as z from "zod";
import { faultIf } from "../../core/errors/field-errors.ts";
import { CountryCode, MemberStateCode } from "../../vat/reference-data/schema.ts";
import { SOURCE_KEY_FORM, SOURCE_KEY_RULE } from "../../vat/schemes/event-fields.ts";
import { isService, type SupplyKind } from "../../vat/schemes/supply-event.ts";

/** The source tag of the shop; ids of its events begin with the tag. */
export const SourceId = z
  .string()
  .regex(SOURCE_KEY_FORM, SOURCE_KEY_RULE)
  .describe("The source tag of the shop: ids of events begin with it");

/** The supply kind of a shop; imported goods would need the value of the consignment, which no export has. */
export const ShopKind = z
  .enum(["goods", "tbe_services", "other_services"])
  .describe("What kind of supply the rows are");

export type ShopKind = z.output<typeof ShopKind>;

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

type Origin = {
  readonly dispatch_country?: string | undefined;
  readonly establishment_country?: string | undefined;
};

/** Returns the origin of supplies of that kind, in the fields of an event. */
export const originOf = (kind: SupplyKind, settings: Origin): Origin =>
  isService(kind)
    ? { establishment_country: settings.establishment_country }
    : { dispatch_country: settings.dispatch_country };

/** Returns the fault for a missing origin that supplies of these kinds need. */
export const originFaults = (kinds: readonly SupplyKind[], settings: Origin) => [
  ...faultIf(
    kinds.some((kind) => !isService(kind)) && settings.dispatch_country === undefined,
    "dispatch_country",
    "needed for goods",
  ),
  ...faultIf(
    kinds.some(isService) && settings.establishment_country === undefined,
    "establishment_country",
    "needed for services",
  ),
];
