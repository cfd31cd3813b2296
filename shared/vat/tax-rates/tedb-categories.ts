import classes from "../reference-data/tax-classes.json" with { type: "json" };

/**
 * Categories that TEDB had on 2025-08-26 without a tax class of this service: other products, and five that are not
 * products (REGION, NEW_PARKING_RATE, EXEMPTION_SUPERREDUCED, TEMPORARY_EXEMPTION_RATE, HOUSEHOLD). A category outside
 * this list and the classes' own is new.
 */
const OTHER_CATEGORIES = [
  "AGRICULTURAL_EQUIPMENT",
  "BODY_CARE_SERVICES",
  "CHEMICAL_PESTICIDES_ENVIRONMENT",
  "CLEANING_PRODUCT",
  "CREDIT_MANAGEMENT",
  "EXEMPTION_SUPERREDUCED",
  "FUEL_MINERAL_OIL",
  "HEAT_COOLING_STEAM",
  "HIRING_SHORT_PERIOD",
  "HOUSEHOLD",
  "LIVE_EQUINES",
  "NEW_PARKING_RATE",
  "PRINTED_ADVERTISING_MATERIAL",
  "REGION",
  "RESCUE_EQUIPMENT",
  "SECURITY_MANAGEMENT",
  "SOCIAL_WELLBEING",
  "TEMPORARY_EXEMPTION_RATE",
  "WINE_FRESH_GRAPE",
  "WOOD",
  "WOOD_ARTICLE98",
];

/** The tax classes with their categories in TEDB, in the order in which a comparison tries them. */
export const CLASS_CATEGORIES: ReadonlyMap<string, readonly string[]> = new Map(
  classes.map(({ id, tedb_categories }) => [id, tedb_categories]),
);

/** All known categories of TEDB. */
export const TEDB_CATEGORIES: ReadonlySet<string> = new Set([
  ...OTHER_CATEGORIES,
  ...[...CLASS_CATEGORIES.values()].flat(),
]);
