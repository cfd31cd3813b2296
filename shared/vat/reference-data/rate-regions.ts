import { type Dated, holdsOn, type IsoDate } from "../../core/calendar/iso-date.ts";
import type { MemberStateCode } from "./member-states.ts";

/** A region inside the VAT territory with a standard rate of its own. */
export type RateRegion = Dated & {
  readonly name: string;
  readonly state: MemberStateCode;
  /** The beginnings of its postcodes, all of which have four digits. */
  readonly postcodes: readonly string[];
  readonly standard_rate_bps: number;
  readonly law: string;
  readonly source: string;
};

/** First day from which the catalogue of rates is complete. */
const COMPLETE = "2021-07-01";

/**
 * The regions whose standard rate can be told by a postcode. Their reduced rates are in other-rates.csv, but no class
 * of the catalogue has them. The Aegean islands share postcodes with islands that have the rates of the mainland.
 * Postcode confidence: high.
 */
export const RATE_REGIONS: readonly RateRegion[] = [
  {
    name: "Madeira",
    state: "PT",
    postcodes: ["90", "91", "92", "93", "94"],
    standard_rate_bps: 2_200,
    law: "Art. 105",
    valid_from: COMPLETE,
    source: "Portuguese postcodes: 9000 to 9499; rate: TEDB 2025-08-26 (REGION)",
  },
  {
    name: "the Azores",
    state: "PT",
    postcodes: ["95", "96", "97", "98", "99"],
    standard_rate_bps: 1_600,
    law: "Art. 105",
    valid_from: COMPLETE,
    source: "Portuguese postcodes: 9500 to 9999; rate: TEDB 2025-08-26 (REGION)",
  },
  {
    name: "Jungholz",
    state: "AT",
    postcodes: ["6691"],
    standard_rate_bps: 1_900,
    law: "Art. 104, § 10(4) UStG",
    valid_from: COMPLETE,
    source: "Austrian postcodes: one municipality; rate: TEDB 2025-08-26 (REGION)",
  },
  {
    name: "Mittelberg",
    state: "AT",
    postcodes: ["6991", "6992", "6993"],
    standard_rate_bps: 1_900,
    law: "Art. 104, § 10(4) UStG",
    valid_from: COMPLETE,
    source: "Austrian postcodes: Riezlern, Hirschegg, Mittelberg; rate: TEDB 2025-08-26 (REGION)",
  },
];

/** Four digits, after a prefix of the country and before the three digits of a street in Portugal. */
const POSTCODE = /^(?:[A-Z]{1,2}-?)?(\d{4})(?:-?\d{3})?$/;

/** Returns the region of a postcode on a day; undefined where the rates of the whole Member State apply. */
export function rateRegionOf(
  state: string,
  postcode: string,
  day: IsoDate,
): RateRegion | undefined {
  const digits = POSTCODE.exec(postcode.toUpperCase().replace(/\s/g, ""))?.[1];
  return RATE_REGIONS.find(
    (region) =>
      region.state === state &&
      holdsOn(region, day) &&
      region.postcodes.some((prefix) => digits?.startsWith(prefix)),
  );
}
