import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
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

const TEDB_CATEGORIES: ReadonlySet<string> = new Set([
  ...OTHER_CATEGORIES,
  ...[...CLASS_CATEGORIES.values()].flat(),
]);

const RATE_TYPES = [
  "DEFAULT",
  "REDUCED_RATE",
  "SUPER_REDUCED_RATE",
  "PARKING_RATE",
  "EXEMPTED",
  "NOT_APPLICABLE",
  "OUT_OF_SCOPE",
] as const;

const Result = z.object({
  memberState: z.string().regex(/^[A-Z]{2}$/),
  type: z.enum(["STANDARD", "REDUCED"]),
  rate: z.object({
    type: z.enum(RATE_TYPES),
    value: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,3})?$/)
      .optional(),
  }),
  situationOn: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(?:[+-]\d\d:\d\d|Z)?$/)
    .transform((text) => text.slice(0, 10))
    .pipe(Day),
  category: z.object({ identifier: z.string() }).optional(),
  comment: z.string().optional(),
});

/** A rate as the Taxes in Europe Database reports it. */
export type TedbRate = {
  /** EL for Greece. */
  readonly member_state: string;
  readonly row_type: "STANDARD" | "REDUCED";
  readonly rate_type: (typeof RATE_TYPES)[number];
  /** Undefined if the rate type has none, such as NOT_APPLICABLE. */
  readonly rate_bps: number | undefined;
  /** The reporting date of the Member State, not the day from which the rate applies. */
  readonly situation_on: IsoDate;
  readonly category: string | undefined;
  readonly comment: string;
};

/** An answer of TEDB that is not used. The message says what is wrong with it. */
export class TedbAnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TedbAnswerError";
  }
}

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => name === "vatRateResults",
});

export type TedbQuestion = { readonly state: string; readonly day: IsoDate };

/**
 * Parses an answer of the VatRetrievalService, whole or not at all: a proposal from an incomplete answer would look
 * like a change of law.
 * @throws TedbAnswerError for a fault, an invalid or implausible answer, or one to another question.
 */
export function tedbRates(xml: string, question: TedbQuestion): TedbRate[] {
  if (xml.trim() === "") throw new TedbAnswerError("the answer is empty");
  if (XMLValidator.validate(xml) !== true) throw new TedbAnswerError("the answer is not whole XML");
  const rates = parsedResults(xml).map(rateOf);
  const fault = rates
    .map((rate) => faultOf(rate, question))
    .find((message) => message !== undefined);
  if (fault !== undefined) throw new TedbAnswerError(fault);
  if (!rates.some((rate) => rate.row_type === "STANDARD" && isWhole(rate))) {
    throw new TedbAnswerError(`the answer has no standard rate of ${question.state}`);
  }
  return rates;
}

function parsedResults(xml: string): z.output<typeof Result>[] {
  const body = documentIn(xml)?.Envelope?.Body;
  if (body?.Fault) throw new TedbAnswerError(`TEDB reports a fault: ${body.Fault.faultstring}`);
  const results = z.array(Result).safeParse(body?.retrieveVatRatesRespMsg?.vatRateResults);
  if (results.success) return results.data;
  const { path = [], message = "" } = results.error.issues[0] ?? {};
  const place = path.length === 0 ? "no vatRateResults" : `vatRateResults.${path.join(".")}`;
  throw new TedbAnswerError(`the answer has an unknown form: ${place}: ${message}`);
}

function documentIn(xml: string) {
  try {
    return parser.parse(xml);
  } catch (error) {
    throw new TedbAnswerError(`the answer cannot be parsed: ${(error as Error).message}`);
  }
}

const rateOf = (result: z.output<typeof Result>): TedbRate => ({
  member_state: result.memberState,
  row_type: result.type,
  rate_type: result.rate.type,
  rate_bps: result.rate.value === undefined ? undefined : basisPoints(result.rate.value),
  situation_on: result.situationOn,
  category: result.category?.identifier,
  comment: result.comment ?? "",
});

const basisPoints = (percent: string): number => Math.round(Number(percent) * 100);

/** The least standard rate (Art. 97 VAT Directive). */
export const LEAST_STANDARD_BPS = 1_500;

/** The largest rate that is taken for a rate; the highest in force is 27 %. */
export const LARGEST_BPS = 3_000;

/** Rate types that may have no value, or a value of zero. */
const UNTAXED = new Set(["EXEMPTED", "NOT_APPLICABLE", "OUT_OF_SCOPE"]);

/** Comments of rows that cover only part of a Member State, or only imports. */
const PARTIAL = /canary|canarias|territor|region|island|VAT - Import -/i;

/** True if the row is about the whole Member State, and about supplies. */
export const isWhole = ({ comment }: TedbRate): boolean => !PARTIAL.test(comment);

function faultOf(rate: TedbRate, { state, day }: TedbQuestion): string | undefined {
  const { member_state, situation_on, category } = rate;
  if (member_state !== state) return `the answer is about ${member_state}, not ${state}`;
  if (situation_on > day) return `the answer is of ${situation_on}, after the requested ${day}`;
  if (category !== undefined && !TEDB_CATEGORIES.has(category)) {
    return `the answer has the unknown category ${category.slice(0, 60)}`;
  }
  return rate.row_type === "STANDARD" ? standardFault(rate) : reducedFault(rate);
}

function standardFault(rate: TedbRate): string | undefined {
  const { rate_type, rate_bps } = rate;
  if (rate_type !== "DEFAULT") return `a standard rate has the type ${rate_type}`;
  const least = isWhole(rate) ? LEAST_STANDARD_BPS : 1;
  return isBetween(rate_bps, least) ? undefined : `${percentOf(rate)} is no standard rate`;
}

function reducedFault(rate: TedbRate): string | undefined {
  const { rate_type, rate_bps } = rate;
  if (rate_type === "DEFAULT") return "a reduced rate has the type DEFAULT";
  if (UNTAXED.has(rate_type)) {
    return rate_bps === undefined || rate_bps === 0 ? undefined : `${rate_type} has a rate`;
  }
  return isBetween(rate_bps, 1) ? undefined : `${percentOf(rate)} is no reduced rate`;
}

const isBetween = (bps: number | undefined, least: number): boolean =>
  bps !== undefined && bps >= least && bps <= LARGEST_BPS;

const percentOf = ({ rate_bps }: TedbRate): string =>
  rate_bps === undefined ? "a rate without a value" : `${rate_bps / 100} %`;
