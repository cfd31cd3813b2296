import { holdsOn, type IsoDate } from "../../core/calendar/iso-date.ts";
import {
  type MemberStateCode,
  memberStateOf,
  toReportCode,
  toVatCountry,
} from "../reference-data/member-states.ts";
import { type RateRegion, rateRegionOf } from "../reference-data/rate-regions.ts";
import {
  NORTHERN_IRELAND,
  SPECIAL_TERRITORIES,
  type SpecialTerritory,
} from "../reference-data/special-territories.ts";

/** The place of consumption: in a Member State, or outside the VAT territory of the Union. */
export type Place =
  | {
      readonly state: MemberStateCode;
      /** The region with a standard rate of its own. */
      readonly region?: RateRegion;
    }
  | { readonly state: null; readonly name: string; readonly law: string };

/** Returns the region of a place whose rates apply to what is taxed in `state`. */
export const regionIn = (place: Place, state: string | null): RateRegion | undefined =>
  place.state !== null && place.state === state ? place.region : undefined;

/**
 * Returns the place of a country and a postcode, for goods or for services. Without a postcode of a special territory,
 * the place is the country.
 */
export function placeOf(
  country: string,
  postcode: string | undefined,
  day: IsoDate,
  isGoods: boolean,
): Place {
  const code = toReportCode(country);
  const written = bare(postcode ?? "", code);
  const territory = territoryOf(code, written, day);
  if (territory) return { state: null, name: territory.name, law: territory.law };
  const state = memberStateFor(toVatCountry(code), written, day, isGoods);
  if (!state) return { state: null, name: code, law: "Art. 5" };
  const region = rateRegionOf(state, postcode ?? "", day);
  return { state, ...(region && { region }) };
}

function territoryOf(code: string, postcode: string, day: IsoDate): SpecialTerritory | undefined {
  return SPECIAL_TERRITORIES.filter((row) => holdsOn(row, day)).find(
    ({ codes, state, postcodes }) =>
      codes.includes(code) || (state === code && beginsWithOne(postcodes, postcode)),
  );
}

/** Returns the Member State of an address. Northern Ireland, as XI or by its postcode, is one for goods only. */
function memberStateFor(
  code: string,
  postcode: string,
  day: IsoDate,
  isGoods: boolean,
): MemberStateCode | undefined {
  const { country, postcodes } = NORTHERN_IRELAND;
  const isNorthern = code === "XI" || (code === country && beginsWithOne(postcodes, postcode));
  if (isNorthern) return isGoods && holdsOn(NORTHERN_IRELAND, day) ? "XI" : undefined;
  return memberStateOf(code)?.code;
}

const beginsWithOne = (prefixes: readonly string[], postcode: string): boolean =>
  prefixes.some((prefix) => postcode.startsWith(prefix));

/**
 * Removes blanks, hyphens and a country prefix from a postcode: D-78266, FI-22100.
 * Every state with special territories has postcodes of five digits. A shorter number lost its leading zero in a
 * spreadsheet and is ignored: 05100 (Ávila) must not become 5100 and match Ceuta.
 */
function bare(postcode: string, country: string): string {
  const plain = postcode.toUpperCase().replace(/[\s-]/g, "");
  if (country === NORTHERN_IRELAND.country) return plain;
  return /^[A-Z]{0,2}(\d{5})(?!\d)/.exec(plain)?.[1] ?? "";
}
