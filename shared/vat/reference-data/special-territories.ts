import { type Dated, holdsOn, type IsoDate } from "../../core/calendar/dates.ts";
import { type MemberStateCode, toReportCode } from "./member-states.ts";

/** A territory of a Member State that is outside the VAT territory of the Union. */
export type SpecialTerritory = Dated & {
  readonly name: string;
  /** The Member State in the territory's addresses, and the prefixes of its postcodes. */
  readonly state: MemberStateCode;
  readonly postcodes: readonly string[];
  /** The territory's own country codes (ISO 3166-1; EA and IC are exceptionally reserved there). */
  readonly codes: readonly string[];
  readonly law: string;
  /** The source of the postcodes. The territories themselves are listed in `law`. */
  readonly source: string;
};

/** First day of Directive 2006/112/EC. */
const DIRECTIVE = "2007-01-01";

/**
 * The territories of Art. 6 VAT Directive, as amended by Directive (EU) 2019/475 (Campione and Lake Lugano,
 * 2020-01-01). Livigno and Campione have had their own postcodes since 2018. Their former codes (23030, 22060) are
 * shared with municipalities that charge VAT and are therefore not in the table. Postcode confidence: high, except for
 * Mount Athos and Livigno (medium: one kind of source).
 */
export const SPECIAL_TERRITORIES: readonly SpecialTerritory[] = [
  {
    name: "the Canary Islands",
    state: "ES",
    postcodes: ["35", "38"],
    codes: ["IC"],
    law: "Art. 6(1)(b)",
    valid_from: DIRECTIVE,
    source: "Spanish provinces 35 Las Palmas, 38 Santa Cruz de Tenerife (INE province codes)",
  },
  {
    name: "Ceuta",
    state: "ES",
    postcodes: ["51"],
    codes: ["EA"],
    law: "Art. 6(2)(c)",
    valid_from: DIRECTIVE,
    source: "INE province code 51; EA stands for Ceuta and Melilla",
  },
  {
    name: "Melilla",
    state: "ES",
    postcodes: ["52"],
    codes: [],
    law: "Art. 6(2)(d)",
    valid_from: DIRECTIVE,
    source: "INE province code 52",
  },
  {
    name: "the French overseas regions",
    state: "FR",
    postcodes: ["971", "972", "973", "974", "976"],
    codes: ["GP", "MQ", "GF", "RE", "YT", "MF"],
    law: "Art. 6(1)(c), with Art. 349 and 355(1) TFEU",
    valid_from: DIRECTIVE,
    source: "French department numbers (INSEE); Saint-Martin and Saint-Barthélemy write 971 too",
  },
  {
    name: "the French overseas countries and territories",
    state: "FR",
    postcodes: ["975", "977", "978", "984", "986", "987", "988"],
    codes: ["PM", "BL", "TF", "WF", "PF", "NC"],
    law: "Art. 5(2), with Art. 355(2) TFEU",
    valid_from: DIRECTIVE,
    source: "French department numbers (INSEE)",
  },
  {
    name: "the Åland Islands",
    state: "FI",
    postcodes: ["22"],
    codes: ["AX"],
    law: "Art. 6(1)(d)",
    valid_from: DIRECTIVE,
    source: "Finnish postcodes: every 22xxx is Åland's",
  },
  {
    name: "Mount Athos",
    state: "EL",
    postcodes: ["63086", "63087"],
    codes: [],
    law: "Art. 6(1)(a)",
    valid_from: DIRECTIVE,
    source: "postcodes of Karyes and Dafni, as public VAT software has them",
  },
  {
    name: "Heligoland",
    state: "DE",
    postcodes: ["27498"],
    codes: [],
    law: "Art. 6(2)(a)",
    valid_from: DIRECTIVE,
    source: "German postcodes: one municipality",
  },
  {
    name: "Büsingen",
    state: "DE",
    postcodes: ["78266"],
    codes: [],
    law: "Art. 6(2)(b)",
    valid_from: DIRECTIVE,
    source: "German postcodes: one municipality",
  },
  {
    name: "Livigno",
    state: "IT",
    postcodes: ["23041"],
    codes: [],
    law: "Art. 6(2)(e)",
    valid_from: DIRECTIVE,
    source: "github.com/laravel/vat-calculator/pull/137: changed in 2018, the old code is shared",
  },
  {
    name: "Campione d'Italia",
    state: "IT",
    postcodes: ["22061"],
    codes: [],
    law: "Art. 6(1)(f)",
    valid_from: "2020-01-01",
    source: "notice of the Italian and Swiss posts of 2020-01-07 (bgpost.bg/bg/messages/2283)",
  },
];

/** True if `code` denotes a special territory, even when ISO 3166-1 has not assigned the code to a country. */
export const isTerritoryCode = (code: string): boolean =>
  SPECIAL_TERRITORIES.some(({ codes }) => codes.includes(code));

/**
 * Returns the code of a territory that goods come from. A territory without a country code is named by its Member State
 * and its postcode: IT-23041 is Livigno. More digits of the postcode are dropped: ES-35001 is ES-35.
 * @returns undefined if the text names no territory
 */
export function territoryCodeOf(text: string): string | undefined {
  if (isTerritoryCode(text)) return text;
  const [, country = "", postcode = ""] = /^([A-Z]{2})-(\d{2,5})$/.exec(text) ?? [];
  const state = toReportCode(country);
  const prefix = SPECIAL_TERRITORIES.filter((row) => row.state === state)
    .flatMap(({ postcodes }) => postcodes)
    .find((prefix) => postcode.startsWith(prefix));
  return prefix && `${state}-${prefix}`;
}

/**
 * Northern Ireland, treated as a Member State for goods (Windsor Framework, Art. 8 and Annex 3). Every postcode there
 * begins with BT (Royal Mail).
 */
export const NORTHERN_IRELAND = {
  country: "GB",
  postcodes: ["BT"],
  valid_from: "2021-01-01",
} as const;

/** A region inside the VAT territory with rates of its own. */
export type RateRegion = Dated & {
  readonly name: string;
  readonly state: MemberStateCode;
  /** The beginnings of its postcodes, all of which have four digits. */
  readonly postcodes: readonly string[];
  readonly standard_rate_bps: number;
  /** Its reduced rates by those of the mainland, for the same goods and services. */
  readonly reduced_rates_bps: Readonly<Record<number, number>>;
  readonly law: string;
  readonly source: string;
};

/** First day from which the catalogue of rates is complete. */
const COMPLETE = "2021-07-01";

const OF_PORTUGAL = {
  state: "PT",
  law: "Art. 105, Art. 18(3) CIVA",
  source:
    "Portuguese postcodes: Madeira 9000 to 9499, Azores 9500 to 9999; rates: Ofício Circulado 25045/2024 of the AT (apcmc.pt/?p=34244)",
} as const;

const MADEIRA = {
  ...OF_PORTUGAL,
  name: "Madeira",
  postcodes: ["90", "91", "92", "93", "94"],
  standard_rate_bps: 2_200,
} as const;

/**
 * The regions whose rates can be told by a postcode. The Aegean islands share postcodes with islands that have the rates
 * of the mainland. Jungholz and Mittelberg are no such regions: their 19 % is for sellers with a seat, residence or
 * establishment there (§ 10(4) UStG; ris.bka.gv.at, NOR40278068), so the address of a customer never gives it. Postcode
 * confidence: high.
 */
export const RATE_REGIONS: readonly RateRegion[] = [
  { ...MADEIRA, reduced_rates_bps: { 600: 400, 1300: 1_200 }, valid_from: "2024-10-01" },
  {
    ...MADEIRA,
    reduced_rates_bps: { 600: 500, 1300: 1_200 },
    valid_from: COMPLETE,
    valid_to: "2024-09-30",
  },
  {
    ...OF_PORTUGAL,
    name: "the Azores",
    postcodes: ["95", "96", "97", "98", "99"],
    standard_rate_bps: 1_600,
    reduced_rates_bps: { 600: 400, 1300: 900 },
    valid_from: COMPLETE,
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
