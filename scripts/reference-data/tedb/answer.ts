import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod";
import { Failure } from "../../local/failure.ts";

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
      .regex(/^\d+(\.\d+)?$/)
      .optional(),
  }),
  situationOn: z.string().regex(/^\d{4}-\d\d-\d\d/),
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
  readonly situation_on: string;
  readonly category: string | undefined;
  readonly comment: string;
};

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === "vatRateResults",
});

/**
 * Parses the rates in a response of the VatRetrievalService.
 * @throws Failure for a fault, an invalid response, or an unknown value: a
 * proposal made from an incomplete response would look like a change.
 */
export function tedbRates(xml: string): TedbRate[] {
  if (XMLValidator.validate(xml) !== true) throw new Failure("TEDB did not answer with whole XML");
  const body = parser.parse(xml)?.Envelope?.Body;
  if (body?.Fault) throw new Failure(`TEDB refused the request: ${body.Fault.faultstring}`);
  const results = z.array(Result).safeParse(body?.retrieveVatRatesRespMsg?.vatRateResults);
  if (!results.success) {
    throw new Failure(`TEDB answered in an unknown form: ${z.prettifyError(results.error)}`);
  }
  return results.data.map(rateOf);
}

function rateOf({
  memberState,
  type,
  rate,
  situationOn,
  category,
  comment,
}: z.output<typeof Result>): TedbRate {
  return {
    member_state: memberState,
    row_type: type,
    rate_type: rate.type,
    rate_bps: rate.value === undefined ? undefined : Math.round(Number(rate.value) * 100),
    situation_on: situationOn.slice(0, 10),
    category: category?.identifier,
    comment: comment ?? "",
  };
}
