import { notFound } from "../../core/errors/errors.ts";
import { askVies } from "./ask-vies.ts";
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

type Asking = { readonly account: string; readonly keyId: string; readonly now: Date };

/** Checks a VAT number in VIES and keeps the answer as evidence. Without an answer the check is pending. */
export async function checkVatNumber(
  { account, keyId, now }: Asking,
  numbers: CheckedNumbers,
): Promise<VatNumberCheck> {
  const check = withAnswer(newCheck(numbers, keyId, now), await askVies(numbers), now);
  await storeCheck(account, check, numbers);
  return check;
}

/**
 * Loads a check.
 * @throws DomainError `not_found`
 */
export async function existingCheck(account: string, id: string): Promise<VatNumberCheck> {
  const check = await loadCheck(account, id);
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
  const until = clock().getTime() + RUN_MS;
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
  const { account, check_id } = retry;
  const check = await loadCheck(account, check_id);
  // The check was answered by a run that died before it forgot the numbers, or was removed with its sandbox.
  if (check?.status !== "pending") return ended(check_id, now);
  const numbers = await numbersOf(retry);
  const state = numbers.vat_number.slice(0, 2);
  if (outages.states.has(state)) return "waiting";
  const answer = await askVies(numbers);
  noteOutage(outages, state, answer);
  const next = withAnswer(check, answer, now);
  await updateCheck(account, next);
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
