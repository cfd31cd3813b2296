import type { IsoDate } from "../calendar/iso-date.ts";

/** A return currency holds from its day until the next row's; newest first. */
type FilingCurrency = { readonly from: string; readonly currency: string };

/**
 * Returns are in euro unless the Member State of identification requires its own currency, and then
 * of everybody (Art. 369h(1) VAT Directive, Art. 61c CIR 282/2011). That is not the same as being
 * outside the euro area: of those, only Denmark and Northern Ireland do. Sources: README.md here.
 */
const EURO = [{ from: "2015-01-01", currency: "EUR" }] as const;
const KRONE = [{ from: "2015-01-01", currency: "DKK" }] as const;
const POUND = [{ from: "2021-01-01", currency: "GBP" }] as const;
const KUNA_THEN_EURO = [
  { from: "2023-01-01", currency: "EUR" },
  { from: "2015-01-01", currency: "HRK" },
] as const;

const state = <Code extends string>(
  code: Code,
  name: string,
  iso_numeric: string,
  vat_number_regex: RegExp,
  filing_currencies: readonly FilingCurrency[],
) => ({ code, name, iso: code as string, iso_numeric, vat_number_regex, filing_currencies });

/**
 * The 27 Member States, and Northern Ireland, which is one for goods alone (Windsor framework).
 * `code` is that of returns and VAT numbers (EL), `iso` the ISO 3166-1 one (GR), `iso_numeric` the
 * number inside scheme identifiers (Annex I of Regulation (EU) 2020/194).
 */
export const MEMBER_STATES = [
  state("AT", "Austria", "040", /^ATU\d{8}$/, EURO),
  state("BE", "Belgium", "056", /^BE[01]\d{9}$/, EURO),
  state("BG", "Bulgaria", "100", /^BG\d{9,10}$/, EURO),
  state("CY", "Cyprus", "196", /^CY\d{8}[A-Z]$/, EURO),
  state("CZ", "Czechia", "203", /^CZ\d{8,10}$/, EURO),
  state("DE", "Germany", "276", /^DE\d{9}$/, EURO),
  state("DK", "Denmark", "208", /^DK\d{8}$/, KRONE),
  state("EE", "Estonia", "233", /^EE\d{9}$/, EURO),
  { ...state("EL", "Greece", "300", /^EL\d{9}$/, EURO), iso: "GR" },
  state("ES", "Spain", "724", /^ES(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/, EURO),
  state("FI", "Finland", "246", /^FI\d{8}$/, EURO),
  state("FR", "France", "250", /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/, EURO),
  state("HR", "Croatia", "191", /^HR\d{11}$/, KUNA_THEN_EURO),
  state("HU", "Hungary", "348", /^HU\d{8}$/, EURO),
  state("IE", "Ireland", "372", /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, EURO),
  state("IT", "Italy", "380", /^IT\d{11}$/, EURO),
  state("LT", "Lithuania", "440", /^LT(?:\d{9}|\d{12})$/, EURO),
  state("LU", "Luxembourg", "442", /^LU\d{8}$/, EURO),
  state("LV", "Latvia", "428", /^LV\d{11}$/, EURO),
  state("MT", "Malta", "470", /^MT\d{8}$/, EURO),
  state("NL", "Netherlands", "528", /^NL\d{9}B\d{2}$/, EURO),
  state("PL", "Poland", "616", /^PL\d{10}$/, EURO),
  state("PT", "Portugal", "620", /^PT\d{9}$/, EURO),
  state("RO", "Romania", "642", /^RO\d{2,10}$/, EURO),
  state("SE", "Sweden", "752", /^SE\d{10}01$/, EURO),
  state("SI", "Slovenia", "705", /^SI\d{8}$/, EURO),
  state("SK", "Slovakia", "703", /^SK\d{10}$/, EURO),
  {
    ...state("XI", "Northern Ireland", "900", /^XI(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, POUND),
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
  readonly filing_currencies: readonly FilingCurrency[];
  /** Services supplied from or to it are no intra-Community supplies. */
  readonly goods_only?: boolean;
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

/**
 * The currency of a return made to `code` for the period that ends on `day`. Before the table begins
 * its oldest row answers: there was no scheme then.
 */
export function filingCurrencyOn(code: MemberStateCode, day: IsoDate): string {
  const rows = BY_CODE.get(code)?.filing_currencies ?? EURO;
  return (rows.find((row) => row.from <= day) ?? rows.at(-1) ?? EURO[0]).currency;
}

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
