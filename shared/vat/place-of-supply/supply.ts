import * as z from "zod";
import { type Fault, invalidRequest } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { type PartOf, text, withRules } from "../../core/input/fields.ts";
import { isMemberState, type MemberStateCode } from "../reference-data/member-states.ts";
import { CountryCode, MemberStateCode as MemberState } from "../reference-data/schema.ts";
import { REMOVED_FIELDS } from "../schemes/event-fields.ts";
import { Identifier } from "../seller/identifier.ts";
import { establishmentOfGoods, type Profile } from "../seller/profile.ts";

/** The kinds of supply whose place this module determines. */
export const PlacedKind = z.enum([
  "goods",
  "tbe_services",
  "other_services",
  "imported_goods",
  "energy",
]);
export type PlacedKind = z.output<typeof PlacedKind>;

/** The roles that have VAT to calculate; for an underlying seller the platform calculates it. */
export const PlacedRole = z.enum(["seller", "deemed_supplier"]);

const MOST_EUR_MINOR = 1_000_000_000_000;

/** The fields that determine the place of a supply; `country` of the request is the customer's country. */
const Fields = z.strictObject({
  supply_kind: PlacedKind.describe(
    "Kind of the supply; `energy` is gas, electricity, heat and cooling through networks (Art. 38, 39)",
  ),
  dispatch_country: MemberState.optional().describe(
    "Country that goods leave from; that where the seller is established unless given",
  ),
  establishment_country: CountryCode.optional().describe(
    "Country where the seller is established; that of the account profile unless given",
  ),
  customer_type: z.enum(["b2c", "b2b"]).default("b2c"),
  customer_vat_number: Identifier.optional().describe(
    "VAT number of a business customer; its form decides, wrong check digits are a warning, and only its mask is kept",
  ),
  supplier_role: PlacedRole.default("seller").describe(
    "Role of the seller; `deemed_supplier`: a marketplace that Art. 14a makes the seller",
  ),
  customer_postcode: text(20)
    .optional()
    .describe(
      "Postcode of the customer, which distinguishes special territories such as the Canary Islands, and regions with a standard rate of their own such as Madeira; not stored",
    ),
  intrinsic_value_eur_minor: z
    .int()
    .min(0)
    .max(MOST_EUR_MINOR)
    .optional()
    .describe("Intrinsic value of the consignment of imported goods, in EUR minor units"),
});
export type Supply = z.output<typeof Fields>;

export const Supply = withRules(Fields, supplyFaults, REMOVED_FIELDS).meta({ id: "SupplyToPlace" });

/** Returns the contradictions between the fields of a supply. */
function supplyFaults(supply: PartOf<Supply>): Fault[] {
  const { supply_kind: kind, customer_type, establishment_country } = supply;
  if (kind === undefined) return [];
  const isService = isServiceKind(kind);
  return [
    ...faultIf(
      kind !== "goods" && supply.dispatch_country !== undefined,
      "dispatch_country",
      "only for goods",
    ),
    ...faultIf(
      (isService || kind === "energy") && supply.supplier_role === "deemed_supplier",
      "supplier_role",
      "only for goods (Art. 14a)",
    ),
    ...faultIf(
      isService && establishment_country === "XI",
      "establishment_country",
      "services are supplied from GB, not XI",
    ),
    ...faultIf(
      kind !== "imported_goods" && supply.intrinsic_value_eur_minor !== undefined,
      "intrinsic_value_eur_minor",
      "only for imported_goods",
    ),
    ...faultIf(
      customer_type === "b2c" && supply.customer_vat_number !== undefined,
      "customer_vat_number",
      "only of a b2b customer",
    ),
  ];
}

export const isServiceKind = (kind: string): boolean =>
  kind === "tbe_services" || kind === "other_services";

/** A supply with all the fields that determine its place. */
export type PlacedSupply = Omit<Supply, "establishment_country" | "dispatch_country"> & {
  readonly establishment_country: string | undefined;
  /** Set only for goods within the Union. */
  readonly dispatch_country: MemberStateCode | undefined;
};

/**
 * Completes the supply from the account profile.
 * @throws DomainError `invalid_request` when the origin of goods, services or energy is unknown.
 */
export function completed(supply: Supply, profile: Profile): PlacedSupply {
  const isGoods = supply.supply_kind === "goods";
  const seat = isGoods ? establishmentOfGoods(profile) : profile.establishment_country;
  const establishment_country = supply.establishment_country ?? seat;
  const dispatch_country = supply.dispatch_country ?? memberState(establishment_country);
  if (isGoods && dispatch_country === undefined) {
    throw missing("dispatch_country", "required: no establishment in a Member State is known");
  }
  if (needsEstablishment(supply.supply_kind) && establishment_country === undefined) {
    throw missing("establishment_country", "required: the account profile names none");
  }
  return {
    ...supply,
    establishment_country,
    dispatch_country: isGoods ? dispatch_country : undefined,
  };
}

/** True if the place, or the person liable there, depends on the seller's establishment. */
const needsEstablishment = (kind: PlacedKind): boolean => isServiceKind(kind) || kind === "energy";

const memberState = (country = ""): MemberStateCode | undefined =>
  isMemberState(country) ? country : undefined;

const missing = (field: string, message: string) =>
  invalidRequest([{ field: `supply.${field}`, message }]);
