import { holdsOn, type IsoDate } from "../../core/calendar/dates.ts";
import type { Amounts, Currency } from "../../core/money/money.ts";
import {
  isUnionVatNumber,
  type MemberState,
  type MemberStateCode,
  memberStateOf,
  toReportCode,
  toVatCountry,
} from "../reference-data/member-states.ts";
import {
  NORTHERN_IRELAND,
  type RateRegion,
  rateRegionOf,
  SPECIAL_TERRITORIES,
  type SpecialTerritory,
} from "../reference-data/special-territories.ts";
import type { Treatment } from "../schemes/supply-event.ts";
import { normalized } from "../seller/identifier.ts";
import type { Profile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { ThresholdInput } from "../threshold/threshold-input.ts";
import { isServiceKind, type PlacedSupply } from "./supply.ts";

/**
 * Returns the Member State that issued the customer's VAT number, when the number has that state's form. Northern
 * Ireland's numbers (XI) are valid for goods only.
 */
export function vatNumberState(supply: PlacedSupply): MemberState | undefined {
  const number = normalized(supply.customer_vat_number ?? "");
  const state = memberStateOf(number.slice(0, 2));
  if (!state || !isUnionVatNumber(state.code, number)) return undefined;
  return state.goods_only && isServiceKind(supply.supply_kind) ? undefined : state;
}

/**
 * True if the customer counts as a business. In the Union, a customer without a VAT number is a consumer (Art. 18(1),
 * (2) CIR 282/2011). Outside the Union, a number of any form is enough (Art. 18(3)).
 */
export const isBusiness = (supply: PlacedSupply, isInUnion: boolean): boolean =>
  supply.customer_type === "b2b" &&
  (isInUnion ? vatNumberState(supply) !== undefined : supply.customer_vat_number !== undefined);

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

/** The place of a supply under the VAT Directive. */
export type Finding = {
  readonly treatment: Treatment;
  /** The Member State in which the VAT is due; null outside the scope of VAT. */
  readonly taxed_in: MemberStateCode | null;
  /** A sentence for people, with its legal basis. */
  readonly treatment_reason: string;
};

export const taxedIn = (
  state: MemberStateCode,
  treatment: Treatment,
  treatment_reason: string,
): Finding => ({ treatment, taxed_in: state, treatment_reason });

export const outsideScope = (treatment_reason: string): Finding => ({
  treatment: "outside_scope",
  taxed_in: null,
  treatment_reason,
});

/** True if the seller charges VAT: the supply is in scope and the customer does not account for the VAT. */
export const isCharged = ({ treatment }: Finding): boolean =>
  treatment !== "outside_scope" && treatment !== "reverse_charge";

/** Computes the price if it is taxed in a Member State, without and with shipping, in minor units. */
export type PriceIn = (state: MemberStateCode) => {
  readonly goods: Amounts;
  readonly total: Amounts;
};

/** The facts that determine the place of a supply. */
export type Question = {
  readonly supply: PlacedSupply;
  readonly place: Place;
  readonly day: IsoDate;
  readonly currency: Currency;
  /** @throws DomainError `invalid_request` when no rate is known there. */
  readonly priceIn: PriceIn;
  readonly seller: Seller;
};

/** The facts about the seller that determine the place of a supply. */
export type Seller = {
  readonly profile: Profile;
  readonly registrations: readonly Registration[];
  /** The turnover of the supply's year up to its day, with the rates of that day. */
  readonly threshold: ThresholdInput;
};

/**
 * Returns the distinct Member States where the seller is established: the seat, the place from which this supply is
 * made, and fixed establishments. Northern Ireland counts for goods only.
 */
export function establishedIn(supply: PlacedSupply, profile: Profile): string[] {
  const countries = [
    profile.establishment_country,
    supply.establishment_country,
    ...profile.fixed_establishments.map(({ country }) => country),
  ];
  const isService = isServiceKind(supply.supply_kind);
  const states = countries.filter((country) => {
    const state = memberStateOf(country ?? "");
    return state !== undefined && !(isService && state.goods_only);
  });
  return [...new Set(states.flatMap((state) => state ?? []))];
}
