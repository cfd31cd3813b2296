import type { IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import { nationalCurrencyOn } from "./national-currency.ts";

const state = <Code extends string>(code: Code, iso_numeric: string, vat_number_regex: RegExp) => ({
  code,
  iso_numeric,
  vat_number_regex,
});

/**
 * A Member State whose returns are in its own currency.
 * Returns are in euro unless the Member State of identification requires its own currency for all returns (Art. 369h(1)
 * VAT Directive, Art. 61c CIR 282/2011). Of the states outside the euro area, only Denmark and Northern Ireland do.
 * Sources: README.md in this folder.
 */
const IN_ITS_OWN_CURRENCY = { files_in_own_currency: true } as const;

/**
 * The 27 Member States, and Northern Ireland, which is one for goods only (Windsor Framework). `code` is the code in
 * returns and VAT numbers, as in every table of this folder: Greece is EL. `iso_numeric` is the number in scheme
 * identifiers (Annex I of Regulation (EU) 2020/194).
 */
export const MEMBER_STATES = [
  state("AT", "040", /^ATU\d{8}$/), // Austria
  state("BE", "056", /^BE[01]\d{9}$/), // Belgium
  state("BG", "100", /^BG\d{9,10}$/), // Bulgaria
  state("CY", "196", /^CY\d{8}[A-Z]$/), // Cyprus
  state("CZ", "203", /^CZ\d{8,10}$/), // Czechia
  state("DE", "276", /^DE\d{9}$/), // Germany
  { ...state("DK", "208", /^DK\d{8}$/), ...IN_ITS_OWN_CURRENCY }, // Denmark
  state("EE", "233", /^EE\d{9}$/), // Estonia
  state("EL", "300", /^EL\d{9}$/), // Greece
  state("ES", "724", /^ES(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/), // Spain
  state("FI", "246", /^FI\d{8}$/), // Finland
  state("FR", "250", /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/), // France
  { ...state("HR", "191", /^HR\d{11}$/), ...IN_ITS_OWN_CURRENCY }, // Croatia
  state("HU", "348", /^HU\d{8}$/), // Hungary
  state("IE", "372", /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/), // Ireland
  state("IT", "380", /^IT\d{11}$/), // Italy
  state("LT", "440", /^LT(?:\d{9}|\d{12})$/), // Lithuania
  state("LU", "442", /^LU\d{8}$/), // Luxembourg
  state("LV", "428", /^LV\d{11}$/), // Latvia
  state("MT", "470", /^MT\d{8}$/), // Malta
  state("NL", "528", /^NL\d{9}B\d{2}$/), // Netherlands
  state("PL", "616", /^PL\d{10}$/), // Poland
  state("PT", "620", /^PT\d{9}$/), // Portugal
  state("RO", "642", /^RO\d{2,10}$/), // Romania
  state("SE", "752", /^SE\d{10}01$/), // Sweden
  state("SI", "705", /^SI\d{8}$/), // Slovenia
  state("SK", "703", /^SK\d{10}$/), // Slovakia
  {
    ...state("XI", "900", /^XI(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/), // Northern Ireland
    ...IN_ITS_OWN_CURRENCY,
    goods_only: true,
  },
];

export type MemberStateCode = (typeof MEMBER_STATES)[number]["code"];

export type MemberState = {
  readonly code: MemberStateCode;
  readonly iso_numeric: string;
  readonly vat_number_regex: RegExp;
  /** True if services supplied from or to the state are no intra-Community supplies. */
  readonly goods_only?: boolean;
  /** True if returns to the state are in its national currency of the day. */
  readonly files_in_own_currency?: boolean;
};

const BY_CODE: ReadonlyMap<string, MemberState> = new Map(
  MEMBER_STATES.map((row) => [row.code, row]),
);

/** Converts an ISO country code to the code in returns: GR becomes EL; other codes are unchanged. */
export const toReportCode = (iso: string): string => (iso === "GR" ? "EL" : iso);

/**
 * Returns the code in returns of the place that a country counts as for VAT. Transactions with Monaco are treated as
 * transactions with France (Art. 7(1) VAT Directive).
 */
export function toVatCountry(iso: string): string {
  const code = toReportCode(iso);
  return TREATED_AS_A_MEMBER_STATE[code] ?? code;
}

const TREATED_AS_A_MEMBER_STATE: Readonly<Record<string, MemberStateCode>> = { MC: "FR" };

/** Converts a code in returns to ISO 3166-1: EL becomes GR; other codes are unchanged. */
export const toIsoCode = (code: string): string => (code === "EL" ? "GR" : code);

/** Returns the Member State with a code in capitals. Accepts EL and GR for Greece. */
export const memberStateOf = (input: string): MemberState | undefined =>
  BY_CODE.get(toReportCode(input));

/** True if `code` is a Member State's code in returns: EL is one, GR is not. */
export const isMemberState = (code: string): code is MemberStateCode => BY_CODE.has(code);

/** Returns the currency of a return to `code` for the period that ends on `day`. */
export const filingCurrencyOn = (code: MemberStateCode, day: IsoDate): Currency =>
  BY_CODE.get(code)?.files_in_own_currency ? nationalCurrencyOn(code, day) : "EUR";

/** True if `number` is a national VAT number with its prefix, in capitals and without blanks (Art. 369d, 214). */
export const isUnionVatNumber = (code: MemberStateCode, number: string): boolean =>
  BY_CODE.get(code)?.vat_number_regex.test(number) ?? false;

/** True for `IM`, the state's ISO number and seven digits (Annex I note b). The check digit's rule is not public. */
export const isIossNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("IM", code, number, 12);

/** True for `IN`, the state's ISO number and seven digits (Annex I note c). */
export const isIossIntermediaryNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("IN", code, number, 12);

/** True for `EU`, the state's ISO number and six digits (Annex I note a). */
export const isNonUnionNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("EU", code, number, 11);

function isSchemeNumber(prefix: string, code: MemberStateCode, number: string, length: number) {
  const start = `${prefix}${BY_CODE.get(code)?.iso_numeric}`;
  return number.length === length && number.startsWith(start) && /^[A-Z]{2}\d+$/.test(number);
}
