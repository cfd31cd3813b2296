import * as z from "zod";
import { notFound } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import {
  askOutside,
  loopbackAllowed,
  OUTSIDE,
  type OutsideAnswer,
} from "../../notifications/webhooks/http-client.ts";
import { runTime } from "../../platform/queues/queue-table.ts";
import {
  endRetry,
  loadCheck,
  numbersOf,
  pendingRetries,
  type Retry,
  storeCheck,
  updateCheck,
} from "./store-vat-number-checks.ts";
import {
  type CheckedNumbers,
  newCheck,
  type VatNumberCheck,
  type ViesAnswer,
  withAnswer,
} from "./vat-number-check.ts";

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
async function askVies(numbers: CheckedNumbers): Promise<ViesAnswer> {
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

type CheckingCaller = { readonly ledger: LedgerId; readonly author: AuthorId; readonly now: Date };

/** Checks a VAT number in VIES and keeps the answer as evidence. Without an answer the check is pending. */
export async function checkVatNumber(
  { ledger, author, now }: CheckingCaller,
  numbers: CheckedNumbers,
): Promise<VatNumberCheck> {
  const check = withAnswer(newCheck(numbers, author, now), await askVies(numbers), now);
  await storeCheck(ledger, check, numbers);
  return check;
}

/**
 * Loads a check.
 * @throws DomainError `not_found`
 */
export async function existingCheck(ledger: LedgerId, id: string): Promise<VatNumberCheck> {
  const check = await loadCheck(ledger, id);
  if (!check) throw notFound("check of a VAT number");
  return check;
}

/** Milliseconds after which a run asks no further questions, well within the time of its function. */
const RUN_MS = 10 * 60_000;

/** The reasons that hold for all Member States: VIES itself is not available or asks for patience. */
const FOR_ALL: ReadonlySet<string> = new Set([
  "NOT_REACHED",
  "SERVICE_UNAVAILABLE",
  "GLOBAL_MAX_CONCURRENT_REQ",
  "IP_BLOCKED",
]);

/** Number of Member States for which VIES has to be unavailable before a run takes it for unavailable as a whole. */
const STATES_OF_OUTAGE = 3;

/** The Member States that did not answer in a run, and those of them for which VIES itself was not available. */
type Outages = { readonly states: Set<string>; readonly ofVies: Set<string> };

/** The result of a run: checks that were answered or ended, and those that wait on. */
type RetryRun = { readonly ended: number; readonly waiting: number };

/**
 * Asks VIES again for each pending check. After an outage of a Member State the others of that state wait for the next
 * run, and when VIES itself is not available for three states all do.
 */
export async function retryChecks(clock: () => Date): Promise<RetryRun> {
  const until = clock().getTime() + runTime(RUN_MS);
  const outages: Outages = { states: new Set(), ofVies: new Set() };
  let ended = 0;
  let waiting = 0;
  for await (const retry of pendingRetries()) {
    const over = clock().getTime() >= until || outages.ofVies.size >= STATES_OF_OUTAGE;
    const outcome = over ? undefined : await retried(retry, outages, clock());
    if (outcome === "ended") ended += 1;
    else waiting += 1;
  }
  return { ended, waiting };
}

async function retried(retry: Retry, outages: Outages, now: Date) {
  const { account: ledger, check_id } = retry;
  const check = await loadCheck(ledger, check_id);
  // The check was answered by a run that died before it forgot the numbers, or was removed with its sandbox.
  if (check?.status !== "pending") return ended(check_id, now);
  const numbers = await numbersOf(retry);
  const state = numbers.vat_number.slice(0, 2);
  if (outages.states.has(state)) return "waiting";
  const answer = await askVies(numbers);
  noteOutage(outages, state, answer);
  const next = withAnswer(check, answer, now);
  await updateCheck(ledger, next);
  return next.status === "pending" ? "waiting" : ended(check_id, now);
}

async function ended(id: string, now: Date): Promise<"ended"> {
  await endRetry(id, now);
  return "ended";
}

function noteOutage({ states, ofVies }: Outages, state: string, answer: ViesAnswer): void {
  if (answer.is === "answer" || answer.isLasting) return;
  states.add(state);
  if (FOR_ALL.has(answer.reason)) ofVies.add(state);
}
