import * as z from "zod";
import {
  askOutside,
  OUTSIDE,
  type OutsideAnswer,
} from "../../notifications/webhooks/http-client.ts";
import { loopbackAllowed } from "../../notifications/webhooks/receiver-address.ts";
import type { CheckedNumbers, ViesAnswer } from "./vat-number-check.ts";

/** The Commission's address of VIES; VIES_BASE_URL replaces it, for example with a test server. */
const PUBLISHED_AT = "https://ec.europa.eu/taxation_customs/vies/rest-api";

/** Milliseconds until an answer must begin, and until it must be complete. VIES asks the Member State meanwhile. */
const BEGIN_MS = 8_000;
const WHOLE_MS = 10_000;

/** Maximum size of an answer, in bytes; names and addresses in it are not kept. */
const MOST_BYTES = 100_000;

/** The errors that the same question always meets. All others are outages and limits. */
const LASTING: ReadonlySet<string> = new Set([
  "INVALID_INPUT",
  "INVALID_REQUESTER_INFO",
  "VAT_BLOCKED",
]);

const Answer = z.object({
  valid: z.boolean().optional(),
  requestIdentifier: z.string().nullish(),
  userError: z.string().nullish(),
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

/** Asks VIES for a number. An outage, a limit or something else than VIES is no answer; never throws. */
export async function askVies(numbers: CheckedNumbers): Promise<ViesAnswer> {
  const base = (process.env["VIES_BASE_URL"] || PUBLISHED_AT).replace(/\/+$/, "");
  const request = {
    url: `${base}/check-vat-number`,
    method: "POST" as const,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(questionOf(numbers)),
  };
  const outside = {
    ...OUTSIDE,
    allowLoopback: loopbackAllowed(),
    beginMs: BEGIN_MS,
    wholeMs: WHOLE_MS,
  };
  try {
    return readAnswer(await askOutside(request, outside, MOST_BYTES + 1));
  } catch {
    return none("NOT_REACHED");
  }
}

const none = (reason: string): ViesAnswer => ({
  is: "none",
  reason,
  isLasting: LASTING.has(reason),
});

/** The question in the form of VIES: prefixes apart from the numbers. */
const questionOf = ({ vat_number, requester_vat_number }: CheckedNumbers) => ({
  countryCode: vat_number.slice(0, 2),
  vatNumber: vat_number.slice(2),
  ...(requester_vat_number && {
    requesterMemberStateCode: requester_vat_number.slice(0, 2),
    requesterNumber: requester_vat_number.slice(2),
  }),
});

/** Reads an answer of VIES. `valid` counts only without an error beside it: VIES says false during outages as well. */
export function readAnswer({ status, start }: Pick<OutsideAnswer, "status" | "start">): ViesAnswer {
  const read = Answer.safeParse(parsed(start.toString("utf8")));
  if (!read.success) return none("NOT_UNDERSTOOD");
  const { valid, requestIdentifier, userError, errorWrappers } = read.data;
  const error = errorWrappers?.[0]?.error ?? errorIn(userError);
  if (error) return none(/^\w{1,60}$/.test(error) ? error : "NOT_UNDERSTOOD");
  if (status !== 200 || valid === undefined) return none("NOT_UNDERSTOOD");
  return {
    is: "answer",
    valid,
    ...(requestIdentifier ? { consultation_number: requestIdentifier } : {}),
  };
}

/** VALID and INVALID repeat the answer in the place of errors. */
const errorIn = (userError: string | null | undefined): string | undefined =>
  userError && !["VALID", "INVALID"].includes(userError) ? userError : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
