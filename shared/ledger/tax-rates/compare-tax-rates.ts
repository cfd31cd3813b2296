import { accountPages } from "../../accounts/store-accounts.ts";
import { dayOf, periodBefore, periodOn, plusDays } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { askTedb } from "../../vat/downloads.ts";
import {
  type Comparison,
  proposalOf,
  type RateProposal,
  urgentProposals,
  withComparison,
} from "../../vat/rate-proposals/rate-proposal.ts";
import {
  loadOverlay,
  storeAnswer,
  updateProposals,
} from "../../vat/rate-proposals/store-rate-proposals.ts";
import {
  TedbAnswerError,
  type TedbQuestion,
  tedbRates,
} from "../../vat/rate-proposals/tedb-answer.ts";
import { differencesOf, type OwnRate } from "../../vat/rate-proposals/tedb-compare.ts";
import { MEMBER_STATES } from "../../vat/reference-data/member-states.ts";
import { catalogueOf, type RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { TAX_CLASSES } from "../../vat/tax-classes/catalogue.ts";
import { classRateOn } from "../../vat/tax-classes/class-rates.ts";
import { loadCheckCount } from "../sums/store-sums.ts";
import { returnPartition } from "../sums/sum.ts";

/** The days ahead for which TEDB is asked as well, so that a coming change is seen before its day. */
const DAYS_AHEAD = 120;

const STATES_AT_ONCE = 3;

export type TedbRun = {
  readonly compared: number;
  /** The number of open proposals. */
  readonly open: number;
  /** The ids of open proposals of standard rates. */
  readonly standard_rates: readonly string[];
  /** The reasons why answers were not used. */
  readonly faults: readonly string[];
};

/** An error that lists the answers that were not used. What others have shown is stored nevertheless. */
export class TedbComparisonError extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "TedbComparisonError";
  }
}

/**
 * Asks TEDB for the rates of every Member State, today and for a coming day, stores each answer as it came, and stores
 * the differences as proposals. All proposals of a run are one write: an interrupted run changes nothing and can be
 * repeated.
 */
export async function compareTaxRates(now: Date, ask = askTedb): Promise<TedbRun> {
  const rates = catalogueOf(await loadOverlay());
  const today = dayOf(now);
  const questions = STATES.map((state) =>
    [today, plusDays(today, DAYS_AHEAD)].map((day): TedbQuestion => ({ state, day })),
  );
  const results = await inTurns(questions, async (ofState) => {
    const found: Result[] = [];
    for (const question of ofState) found.push(await answerTo(question, rates, now, ask));
    return found;
  });
  const comparison = comparisonOf(results.flat(), now);
  const stored = await updateProposals((seen) => withComparison(seen, comparison));
  return resultOf(comparison, stored);
}

/** The Member States that TEDB has, by its codes. */
const STATES = MEMBER_STATES.filter(({ code }) => code !== "XI").map(({ code }) => code);

type Result = {
  readonly answer: Comparison["answers"][number];
  readonly found: readonly RateProposal[];
};

async function answerTo(
  question: TedbQuestion,
  rates: RateCatalogue,
  now: Date,
  ask: typeof askTedb,
): Promise<Result> {
  const { state: country, day } = question;
  const { text, fault } = await ask(question);
  if (text === undefined) return { answer: { country, day, fault }, found: [] };
  const answer = await storeAnswer(question, text, now);
  const read = fault === undefined ? proposalsIn(text, question, rates) : { fault };
  if (read.fault !== undefined) {
    return { answer: { country, day, fault: read.fault, answer }, found: [] };
  }
  const at = now.toISOString();
  const found = read.differences.flatMap(
    (difference) => proposalOf(difference, { answer, day, at }) ?? [],
  );
  return { answer: { country, day, answer }, found };
}

/** Returns the differences in an answer, or the reason why it cannot be used. */
function proposalsIn(text: string, question: TedbQuestion, rates: RateCatalogue) {
  try {
    return { differences: differencesOf(ratesOn(question, rates), tedbRates(text, question)) };
  } catch (error) {
    if (!(error instanceof TedbAnswerError)) throw error;
    return { fault: error.message };
  }
}

const ratesOn = ({ state, day }: TedbQuestion, rates: RateCatalogue): OwnRate[] =>
  TAX_CLASSES.flatMap(({ id }) => {
    const rate = classRateOn(id, state, day, rates);
    if (!rate) return [];
    const { rate_bps, applies_to } = rate;
    return [{ class_id: id, country: state, rate_bps, applies_to }];
  });

/** Merges the results. A difference of today is the same proposal as that of the coming day. */
function comparisonOf(results: readonly Result[], now: Date): Comparison {
  const found = new Map<string, RateProposal>();
  for (const proposal of results.flatMap((result) => result.found)) {
    if (!found.has(proposal.proposal_id)) found.set(proposal.proposal_id, proposal);
  }
  return {
    at: now.toISOString(),
    answers: results.map(({ answer }) => answer),
    found: [...found.values()],
  };
}

function resultOf(
  { answers }: Comparison,
  stored: Awaited<ReturnType<typeof updateProposals>>,
): TedbRun {
  const faults = answers.flatMap(({ country, day, fault }) =>
    fault === undefined ? [] : [`${country} on ${day}: ${fault}`],
  );
  return {
    compared: answers.length - faults.length,
    open: stored.proposals.filter(({ state }) => state === "open").length,
    standard_rates: urgentProposals(stored).map(({ proposal_id }) => proposal_id),
    faults,
  };
}

/** Runs `work` for every item, a few at a time, and returns the results in order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += STATES_AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + STATES_AT_ONCE).map(work))));
  }
  return results;
}

/** Number of sales at unknown rates from which an account counts: fewer are slips of its own. */
const MANY_SALES = 20;

/** Number of such accounts from which the catalogue is in doubt, and not the accounts. */
const MANY_ACCOUNTS = 3;

/** An account with many sales at rates that the catalogue does not know. */
type UnknownRates = { readonly ledger: LedgerId; readonly sales: number };

/** Lists the accounts with many sales at unknown rates in the present period of a scheme and the one before. */
export async function* unknownRates(now: Date): AsyncGenerator<UnknownRates> {
  const partitions = SCHEMES.flatMap((scheme) => {
    const present = periodOn(scheme.period_kind, dayOf(now));
    return [present, periodBefore(present)].map(({ key }) => returnPartition(scheme, key));
  });
  for await (const accounts of accountPages()) {
    for (const ledger of accounts) {
      const counts = await Promise.all(
        partitions.map((partition) => loadCheckCount(ledger, partition, "rate_not_in_force")),
      );
      const sales = counts.reduce((sum, count) => sum + count, 0);
      if (sales >= MANY_SALES) yield { ledger, sales };
    }
  }
}

/** Counts these accounts; 0 while they are too few to doubt the catalogue. */
export async function countUnknownRates(now: Date): Promise<number> {
  let count = 0;
  for await (const _ of unknownRates(now)) count += 1;
  return count < MANY_ACCOUNTS ? 0 : count;
}
