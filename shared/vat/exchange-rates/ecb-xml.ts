import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod";
import { type IsoDate as Day, isTargetDay } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { EcbDay } from "./ecb-csv.ts";

/** An error in a file of reference rates. A file with an error is rejected as a whole. */
export class EcbXmlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EcbXmlError";
  }
}

const Quote = z.strictObject({
  "@currency": z
    .string()
    .regex(/^[A-Z]{3}$/, "is no currency code")
    .refine((currency) => currency !== "EUR", "is the currency the others are quoted in"),
  "@rate": z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/, "is no positive decimal number")
    .refine((rate) => /[1-9]/.test(rate), "is zero"),
});

/** The structure of the ECB's files. The schema is strict: a file with unknown content is not from the ECB. */
const Document = z.strictObject({
  "gesmes:Envelope": z.strictObject({
    "@xmlns:gesmes": z.literal("http://www.gesmes.org/xml/2002-08-01"),
    "@xmlns": z.literal("http://www.ecb.int/vocabulary/2002-08-01/eurofxref"),
    "gesmes:subject": z.string(),
    "gesmes:Sender": z.strictObject({ "gesmes:name": z.string() }),
    Cube: z.tuple([
      z.strictObject({
        Cube: z.array(z.strictObject({ "@time": IsoDate, Cube: z.array(Quote).min(1) })).min(1),
      }),
    ]),
  }),
});

type Quoted = z.output<typeof Quote>;

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseAttributeValue: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  processEntities: false,
  isArray: (name) => name === "Cube",
});

/**
 * Reads eurofxref-daily.xml or eurofxref-hist-90d.xml as a whole. `today` is the day in Frankfurt.
 * @returns the days in order, with rates as units per euro without padding
 * @throws EcbXmlError on anything but well-formed XML of the ECB's structure; on a future day or a day on which TARGET
 *   is closed; on a currency or a day given twice with different rates.
 */
export function parseEcbXml(text: string, today: Day): EcbDay[] {
  const days = new Map<Day, EcbDay>();
  for (const { "@time": day, Cube: quotes } of daysIn(text)) {
    if (day > today) throw new EcbXmlError(`${day} is yet to come`);
    if (!isTargetDay(day)) throw new EcbXmlError(`the ECB publishes no rates on ${day}`);
    const read = { day, rates: ratesOf(day, quotes) };
    const known = days.get(day);
    if (known && !isSame(known, read)) throw new EcbXmlError(`${day} is given twice, differently`);
    days.set(day, read);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function daysIn(text: string) {
  const { success, data, error } = Document.safeParse(elementsIn(text));
  if (success) return data["gesmes:Envelope"].Cube[0].Cube;
  const { path, message } = error.issues[0] as z.core.$ZodIssue;
  throw new EcbXmlError(`not the ECB's structure at ${path.join("/") || "its root"}: ${message}`);
}

function elementsIn(text: string): unknown {
  // ECB files have no document type declaration. HTML pages have one, and it could declare entities.
  if (/<!doctype|<html/i.test(text)) throw new EcbXmlError("this is a web page, not the rates");
  const valid = XMLValidator.validate(text);
  if (valid !== true) {
    throw new EcbXmlError(`this is no XML: line ${valid.err.line}: ${valid.err.msg}`);
  }
  try {
    return PARSER.parse(text);
  } catch (error) {
    // The parser finds faults that its validator accepts, such as an unclosed declaration.
    throw new EcbXmlError(`this is no XML: ${error instanceof Error ? error.message : error}`);
  }
}

function ratesOf(day: Day, quotes: readonly Quoted[]): Record<string, string> {
  const rates: Record<string, string> = {};
  for (const { "@currency": currency, "@rate": padded } of quotes) {
    if (rates[currency] !== undefined) throw new EcbXmlError(`${currency} twice on ${day}`);
    rates[currency] = unpadded(padded);
  }
  return rates;
}

/** Removes padding, so that 1.6610 of the daily file and 1.661 of the history are equal rates. */
function unpadded(rate: string): string {
  const [whole = "", decimals = ""] = rate.split(".");
  const significant = decimals.replace(/0+$/, "");
  const units = whole.replace(/^0+(?=\d)/, "");
  return significant ? `${units}.${significant}` : units;
}

const isSame = (a: EcbDay, b: EcbDay): boolean => {
  const currencies = Object.keys(a.rates);
  return (
    currencies.length === Object.keys(b.rates).length &&
    currencies.every((currency) => a.rates[currency] === b.rates[currency])
  );
};
