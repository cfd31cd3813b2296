import { holdsOn, type IsoDate } from "../../core/calendar/dates.ts";
import { MEMBER_STATES, toIsoCode } from "../reference-data/member-states.ts";
import {
  NORTHERN_IRELAND,
  RATE_REGIONS,
  SPECIAL_TERRITORIES,
} from "../reference-data/special-territories.ts";
import { type Place, placeOf } from "./place.ts";

/** Postcodes by their beginnings. Those of numbers have `digits` digits, which may be followed by those of a street. */
type Postcodes = { readonly prefixes: readonly string[]; readonly digits?: 4 | 5 };

/** The addresses of a country, or of some of its postcodes, that are one place for goods. */
export type RatePlace = {
  /** ISO 3166-1 code in the addresses. */
  readonly country: string;
  readonly postcodes?: Postcodes;
  readonly place: Place;
};

/**
 * Lists the places of the Union's VAT territory and of the territories outside it that share a country's addresses: each
 * Member State, Monaco, Northern Ireland, and the postcodes of the tables. The place of each is that of a calculation.
 */
export function ratePlacesOn(day: IsoDate): readonly RatePlace[] {
  const states = MEMBER_STATES.filter(({ code }) => code !== "XI");
  const { country, postcodes } = NORTHERN_IRELAND;
  return [
    ...states.map(({ code }) => ratePlace(toIsoCode(code), day)),
    ratePlace("MC", day),
    ...(holdsOn(NORTHERN_IRELAND, day) ? [ratePlace(country, day, { prefixes: postcodes })] : []),
    ...SPECIAL_TERRITORIES.filter((row) => holdsOn(row, day)).map(({ state, postcodes }) =>
      ratePlace(toIsoCode(state), day, { prefixes: postcodes, digits: 5 }),
    ),
    ...RATE_REGIONS.filter((row) => holdsOn(row, day)).map(({ state, postcodes }) =>
      ratePlace(state, day, { prefixes: postcodes, digits: 4 }),
    ),
  ];
}

function ratePlace(country: string, day: IsoDate, postcodes?: Postcodes): RatePlace {
  const [prefix] = postcodes?.prefixes ?? [];
  const address = prefix?.padEnd(postcodes?.digits ?? 0, "0");
  const place = placeOf(country, address, day, true);
  return { country, ...(postcodes && { postcodes }), place };
}

/** Returns postcodes of numbers as ranges, both ends included; beginnings that follow each other are one range. */
export function postcodeRanges({ prefixes, digits = 5 }: Postcodes) {
  const ranges: { readonly from: string; to: string }[] = [];
  for (const prefix of prefixes.toSorted()) {
    const [from, to] = [prefix.padEnd(digits, "0"), prefix.padEnd(digits, "9")];
    const last = ranges.at(-1);
    if (last && Number(last.to) + 1 === Number(from)) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}
