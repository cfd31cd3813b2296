import type { IsoDate } from "../calendar/iso-date.ts";
import { nationalCurrencyOn } from "./national-currency.ts";

const state = <Code extends string>(
  code: Code,
  name: string,
  iso_numeric: string,
  vat_number_regex: RegExp,
) => ({ code, name, iso: code as string, iso_numeric, vat_number_regex });

/**
 * Returns are in euro unless the Member State of identification requires its own currency, and then
 * of everybody (Art. 369h(1) VAT Directive, Art. 61c CIR 282/2011). That is not the same as being
 * outside the euro area: of those, only Denmark and Northern Ireland do. Sources: README.md here.
 */
const IN_ITS_OWN_CURRENCY = { files_in_own_currency: true } as const;

/**
 * The 27 Member States, and Northern Ireland, which is one for goods alone (Windsor framework).
 * `code` is that of returns and VAT numbers (EL), `iso` the ISO 3166-1 one (GR), `iso_numeric` the
 * number inside scheme identifiers (Annex I of Regulation (EU) 2020/194).
 */
export const MEMBER_STATES = [
  state("AT", "Austria", "040", /^ATU\d{8}$/),
  state("BE", "Belgium", "056", /^BE[01]\d{9}$/),
  state("BG", "Bulgaria", "100", /^BG\d{9,10}$/),
  state("CY", "Cyprus", "196", /^CY\d{8}[A-Z]$/),
  state("CZ", "Czechia", "203", /^CZ\d{8,10}$/),
  state("DE", "Germany", "276", /^DE\d{9}$/),
  { ...state("DK", "Denmark", "208", /^DK\d{8}$/), ...IN_ITS_OWN_CURRENCY },
  state("EE", "Estonia", "233", /^EE\d{9}$/),
  { ...state("EL", "Greece", "300", /^EL\d{9}$/), iso: "GR" },
  state("ES", "Spain", "724", /^ES(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/),
  state("FI", "Finland", "246", /^FI\d{8}$/),
  state("FR", "France", "250", /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/),
  { ...state("HR", "Croatia", "191", /^HR\d{11}$/), ...IN_ITS_OWN_CURRENCY },
  state("HU", "Hungary", "348", /^HU\d{8}$/),
  state("IE", "Ireland", "372", /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/),
  state("IT", "Italy", "380", /^IT\d{11}$/),
  state("LT", "Lithuania", "440", /^LT(?:\d{9}|\d{12})$/),
  state("LU", "Luxembourg", "442", /^LU\d{8}$/),
  state("LV", "Latvia", "428", /^LV\d{11}$/),
  state("MT", "Malta", "470", /^MT\d{8}$/),
  state("NL", "Netherlands", "528", /^NL\d{9}B\d{2}$/),
  state("PL", "Poland", "616", /^PL\d{10}$/),
  state("PT", "Portugal", "620", /^PT\d{9}$/),
  state("RO", "Romania", "642", /^RO\d{2,10}$/),
  state("SE", "Sweden", "752", /^SE\d{10}01$/),
  state("SI", "Slovenia", "705", /^SI\d{8}$/),
  state("SK", "Slovakia", "703", /^SK\d{10}$/),
  {
    ...state("XI", "Northern Ireland", "900", /^XI(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/),
    ...IN_ITS_OWN_CURRENCY,
    iso: "GB",
    goods_only: true,
  },
];

export type MemberStateCode = (typeof MEMBER_STATES)[number]["code"];

export type MemberState = {
  readonly code: MemberStateCode;
  readonly name: string;
  readonly iso: string;
  readonly iso_numeric: string;
  readonly vat_number_regex: RegExp;
  /** Services supplied from or to it are no intra-Community supplies. */
  readonly goods_only?: boolean;
  /** Returns made to it are in its national currency of the day, whatever that is. */
  readonly files_in_own_currency?: boolean;
};

const BY_CODE: ReadonlyMap<string, MemberState> = new Map(
  MEMBER_STATES.map((row) => [row.code, row]),
);

/** The code of returns for an ISO country code: Greece is EL there; all others are the same. */
export const toReportCode = (iso: string): string => (iso === "GR" ? "EL" : iso);

/** The ISO 3166-1 code for a code of returns: Greece is GR there; all others are the same. */
export const toIsoCode = (code: string): string => (code === "EL" ? "GR" : code);

/** The Member State of a code, in capitals; Greece answers to EL and to GR. */
export const memberStateOf = (input: string): MemberState | undefined =>
  BY_CODE.get(toReportCode(input));

/** Whether `code` is a Member State's code in returns: EL is one, GR is not. */
export const isMemberState = (code: string): code is MemberStateCode => BY_CODE.has(code);

/** The currency of a return made to `code` for the period that ends on `day`. */
export const filingCurrencyOn = (code: MemberStateCode, day: IsoDate): string =>
  BY_CODE.get(code)?.files_in_own_currency ? nationalCurrencyOn(code, day) : "EUR";

/** A national VAT number with its prefix, in capitals and without blanks (Art. 369d, 214). */
export const isUnionVatNumber = (code: MemberStateCode, number: string): boolean =>
  BY_CODE.get(code)?.vat_number_regex.test(number) ?? false;

/** `IM`, the state's ISO number, seven digits (Annex I note b); the check digit's rule is not public. */
export const isIossNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("IM", code, number, 12);

/** `IN`, the state's ISO number, seven digits (Annex I note c). */
export const isIossIntermediaryNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("IN", code, number, 12);

/** `EU`, the state's ISO number, six digits (Annex I note a). */
export const isNonUnionNumber = (code: MemberStateCode, number: string): boolean =>
  isSchemeNumber("EU", code, number, 11);

function isSchemeNumber(prefix: string, code: MemberStateCode, number: string, length: number) {
  const start = `${prefix}${BY_CODE.get(code)?.iso_numeric}`;
  return number.length === length && number.startsWith(start) && /^[A-Z]{2}\d+$/.test(number);
}
