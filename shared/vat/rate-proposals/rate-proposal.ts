import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { MEMBER_STATES } from "../reference-data/member-states.ts";
import { nationalCurrencyOn } from "../reference-data/national-currency.ts";
import { CurrencyCode } from "../reference-data/schema.ts";
import { AppliesTo, type RateCatalogue } from "../reference-data/vat-rates.ts";
import { thresholdOn } from "../sme/eligibility.ts";
import { TAX_CLASSES } from "../tax-classes/catalogue.ts";
import { classRateOn, windowsOf } from "../tax-classes/class-rates.ts";
import { type Decider, firstDayFaults, standardFaults } from "./rate-decision.ts";
import type { RateDifference } from "./tedb-compare.ts";

/** The answer of TEDB from which a proposal was made, as stored. */
const StoredAnswer = z.object({ key: z.string(), sha256: z.string() });

export const DECISIONS = ["accept", "refuse", "withdraw", "reopen"] as const;

export const PROPOSAL_STATES = ["open", "accepted", "refused", "withdrawn"] as const;

export const PROPOSAL_REASONS = [
  "standard_rate_differs",
  "rate_differs",
  "ambiguous",
  "by_hand",
] as const;

/** A decision about a proposal. Only an acceptance has a rate and its first day. */
const Decision = z.object({
  action: z.enum(DECISIONS),
  at: z.string(),
  by: z.string(),
  rate_bps: z.int().optional(),
  valid_from: Day.optional(),
  /** Absent when the comparison opened the proposal again. */
  reason: z.string().optional(),
});
export type Decision = Readonly<z.output<typeof Decision>>;

/** The rate that an operator has proposed, with its first day and the address of its source. */
const ByHand = z.object({
  rate_bps: z.int(),
  valid_from: Day,
  source_url: z.string(),
  by: z.string(),
});

export const RECHECK_STATES = ["counting", "counted", "applying", "applied"] as const;

/** A check of stored events by the rates of today, as an operator has requested it, with what it has found. */
const RateRecheck = z.object({
  state: z.enum(RECHECK_STATES),
  requested_at: z.string(),
  by: z.string(),
  /** True once new checks are stored: the number of events is then no longer compared. */
  is_begun: z.boolean().optional(),
  events: z.int().optional(),
  accounts: z.int().optional(),
  periods: z.int().optional(),
  calculations: z.int().optional(),
});
export type RateRecheck = Readonly<z.output<typeof RateRecheck>>;

/** A rate that differs from the catalogue, for an operator to decide. Finding it changes no rate. */
export const RateProposal = z.object({
  proposal_id: z.string(),
  country: z.string(),
  class_id: z.string(),
  /** Proposals that were stored before rates were parted by form have none. */
  applies_to: AppliesTo.default("any"),
  kept_bps: z.int(),
  tedb_bps: z.array(z.int()).readonly(),
  reason: z.enum(PROPOSAL_REASONS),
  /** The day of TEDB's entry; absent for a proposal by hand. */
  situation_on: Day.optional(),
  /** The day on which the catalogue has another rate: the one that TEDB was asked about, or the first one. */
  seen_for: Day,
  comment: z.string(),
  source: z.string(),
  answer: StoredAnswer.optional(),
  by_hand: ByHand.optional(),
  found_at: z.string(),
  state: z.enum(PROPOSAL_STATES),
  decisions: z.array(Decision).readonly(),
  recheck: RateRecheck.optional(),
});
export type RateProposal = Readonly<z.output<typeof RateProposal>>;

/** A national threshold for small enterprises (Art. 284 VAT Directive) that an operator has proposed. */
export const ThresholdProposal = z.object({
  proposal_id: z.string(),
  country: z.string(),
  currency: KnownCurrency,
  /** The threshold of this service on that day, in whole units; null where there is none. */
  kept_nac: z.number().nullable(),
  threshold_nac: z.int(),
  valid_from: Day,
  source: z.string(),
  source_url: z.string(),
  by: z.string(),
  found_at: z.string(),
  state: z.enum(PROPOSAL_STATES),
  decisions: z.array(Decision).readonly(),
});
export type ThresholdProposal = Readonly<z.output<typeof ThresholdProposal>>;

/** The result of one question to TEDB. */
const Answer = z.object({
  country: z.string(),
  day: Day,
  /** The reason why the answer was not used; absent where it was compared. */
  fault: z.string().optional(),
  answer: StoredAnswer.optional(),
});

/** All proposals, and the last comparison with TEDB. */
export const RateProposals = z.object({
  version: z.int(),
  proposals: z.array(RateProposal).readonly(),
  /** Absent in items that were written before thresholds could be proposed. */
  thresholds: z.array(ThresholdProposal).readonly().default([]),
  last_run: z.object({ at: z.string(), answers: z.array(Answer).readonly() }).nullable(),
});
export type RateProposals = Readonly<z.output<typeof RateProposals>>;

export const NO_PROPOSALS: RateProposals = {
  version: 0,
  proposals: [],
  thresholds: [],
  last_run: null,
};

export type Comparison = {
  readonly at: string;
  readonly answers: readonly z.output<typeof Answer>[];
  readonly found: readonly RateProposal[];
};

const LONGEST_COMMENT = 300;

/** The context of a difference: the answer that shows it, and the day that TEDB was asked about. */
type FoundDifference = {
  readonly answer: z.output<typeof StoredAnswer>;
  readonly day: IsoDate;
  readonly at: string;
};

/** Returns the proposal of a difference; none if it was reviewed before, or TEDB has no rate. */
export function proposalOf(
  difference: RateDifference,
  { answer, day, at }: FoundDifference,
): RateProposal | undefined {
  const { class_id, country, applies_to, kept_bps, tedb_bps, reason, comments, situation_on } =
    difference;
  if (reason === "no_row" || !situation_on || difference.reviewed !== undefined) return undefined;
  return {
    proposal_id: [country, class_id, kept_bps, ...tedb_bps].join("-"),
    country,
    class_id,
    applies_to,
    kept_bps,
    tedb_bps,
    reason,
    situation_on,
    seen_for: day,
    comment: comments.join(" / ").slice(0, LONGEST_COMMENT),
    source: `TEDB ${situation_on}`,
    answer,
    found_at: at,
    state: "open",
    decisions: [],
  };
}

/**
 * Adds what a comparison has found. A proposal that was refused or withdrawn stays so while TEDB says the same. One
 * that was accepted is open again if the catalogue still has the former rate on the day that was asked about.
 */
export function withComparison(
  seen: RateProposals,
  { at, answers, found }: Comparison,
): RateProposals {
  const known = new Map(seen.proposals.map((proposal) => [proposal.proposal_id, proposal]));
  for (const proposal of found) {
    const before = known.get(proposal.proposal_id);
    if (!before) known.set(proposal.proposal_id, proposal);
    else if (before.state === "accepted") known.set(proposal.proposal_id, reopened(before, at));
  }
  return { ...seen, proposals: [...known.values()], last_run: { at, answers: [...answers] } };
}

const reopened = (proposal: RateProposal, at: string): RateProposal => ({
  ...proposal,
  state: "open",
  decisions: [...proposal.decisions, { action: "reopen", at, by: "comparison with TEDB" }],
});

/** Returns the open proposals of standard rates, which raise an alarm. */
export const urgentProposals = ({ proposals }: RateProposals): RateProposal[] =>
  proposals.filter(({ state, reason }) => state === "open" && reason === "standard_rate_differs");

/** The largest rate that an operator can propose; the highest in force is 27 %. */
const MOST_BPS = 5_000;

/** The largest threshold of a state in the euro area (Art. 284(1) VAT Directive). */
const MOST_EURO = 85_000;

/** Maximum ratio between a threshold and the former one; a mistyped zero exceeds it. */
const WIDEST_STEP = 5;

const STATES = MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI");

const proposed = {
  country: z.enum(STATES).describe("The Member State by its code in returns: Greece is EL"),
  valid_from: Day.describe("The first day by law"),
  source: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe("The law or publication, such as BGBl. 2026 I Nr. 200"),
  source_url: z
    .url({ protocol: /^https?$/, hostname: z.regexes.domain })
    .max(500)
    .describe("The address of the source"),
};

/** A rate or a threshold that an operator proposes by hand. */
export const HandProposal = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("rate").describe("A VAT rate of a tax class"),
    tax_class_id: z.string().describe("A class of `GET /v1/tax-classes`"),
    rate_bps: z.int().min(1).max(MOST_BPS).describe("Rate in basis points: 2100 is 21 %"),
    applies_to: AppliesTo.optional().describe(
      "Supplies that the rate covers; those of the present physical rate unless given",
    ),
    ...proposed,
  }),
  z.strictObject({
    kind: z.literal("sme_threshold").describe("The main threshold of Art. 284 VAT Directive"),
    currency: CurrencyCode.describe("The national currency on the first day"),
    threshold_nac: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .describe("Threshold in whole units of the national currency"),
    ...proposed,
  }),
]);
export type HandProposal = Readonly<z.output<typeof HandProposal>>;
type HandRate = Extract<HandProposal, { kind: "rate" }>;
type HandThreshold = Extract<HandProposal, { kind: "sme_threshold" }>;

/** Returns the id of a proposal by hand. The same proposal has the same id, so it is stored once. */
export const handProposalId = (body: HandProposal): string =>
  body.kind === "rate"
    ? [body.country, body.tax_class_id, body.rate_bps, "from", body.valid_from]
        .concat(body.applies_to ?? [])
        .join("-")
    : [body.country, "sme", body.threshold_nac, "from", body.valid_from].join("-");

/**
 * Adds a proposal by hand. A repeated request changes nothing.
 * @throws DomainError `invalid_request`
 */
export function withHandProposal(
  seen: RateProposals,
  body: HandProposal,
  author: Decider,
  rates: RateCatalogue,
): RateProposals {
  const id = handProposalId(body);
  if ([...seen.proposals, ...seen.thresholds].some((proposal) => proposal.proposal_id === id))
    return seen;
  return body.kind === "rate"
    ? { ...seen, proposals: [...seen.proposals, rateProposal(body, author, rates)] }
    : { ...seen, thresholds: [...seen.thresholds, thresholdProposal(body, author, rates)] };
}

function rateProposal(body: HandRate, { by, at }: Decider, rates: RateCatalogue): RateProposal {
  const { country, tax_class_id, rate_bps, valid_from, source, source_url } = body;
  const form = body.applies_to === "electronic" ? "electronic" : "physical";
  const kept = classRateOn(tax_class_id, country, valid_from, rates, form);
  const kept_bps = kept?.rate_bps ?? 0;
  rejectFaulty([
    ...classFaults(tax_class_id),
    ...formFaults(body, rates),
    ...firstDayFaults(valid_from, at),
    ...standardFaults(tax_class_id, rate_bps),
    ...(kept_bps === rate_bps ? [same("rate_bps", "rate")] : []),
  ]);
  return {
    proposal_id: handProposalId(body),
    country,
    class_id: tax_class_id,
    applies_to: body.applies_to ?? kept?.applies_to ?? "any",
    kept_bps,
    tedb_bps: [],
    reason: "by_hand",
    seen_for: valid_from,
    comment: "",
    source,
    by_hand: { rate_bps, valid_from, source_url, by },
    found_at: at.toISOString(),
    state: "open",
    decisions: [],
  };
}

const same = (field: string, what: string): Fault => ({
  field,
  message: `this ${what} is in force on that day already`,
});

const classFaults = (id: string): Fault[] =>
  TAX_CLASSES.some((taxClass) => taxClass.id === id)
    ? []
    : [{ field: "tax_class_id", message: "must be a class of GET /v1/tax-classes" }];

/** Returns a fault if a class has no electronic supplies that a rate could cover. */
const formFaults = ({ tax_class_id, country, applies_to }: HandRate, rates: RateCatalogue) =>
  applies_to !== undefined &&
  applies_to !== "physical" &&
  windowsOf(tax_class_id, country, rates, "electronic").length === 0
    ? [{ field: "applies_to", message: "must be physical: the class has no electronic supplies" }]
    : [];

function thresholdProposal(
  body: HandThreshold,
  { by, at }: Decider,
  rates: RateCatalogue,
): ThresholdProposal {
  const { kind: _, ...fields } = body;
  const { country, currency, threshold_nac, valid_from } = body;
  const current = thresholdOn(country, valid_from, rates);
  const kept_nac = current?.currency === currency ? current.exemption_threshold_nac : null;
  rejectFaulty([
    ...firstDayFaults(valid_from, at),
    ...currencyFaults(body),
    ...(kept_nac === threshold_nac ? [same("threshold_nac", "threshold")] : []),
    ...sizeFaults(body, kept_nac),
  ]);
  return {
    proposal_id: handProposalId(body),
    ...fields,
    kept_nac,
    by,
    found_at: at.toISOString(),
    state: "open",
    decisions: [],
  };
}

function currencyFaults({ country, currency, valid_from }: HandThreshold): Fault[] {
  const own = nationalCurrencyOn(country, valid_from);
  if (own === currency) return [];
  return [{ field: "currency", message: `the currency of ${country} on that day is ${own}` }];
}

function sizeFaults({ currency, threshold_nac }: HandThreshold, current: number | null): Fault[] {
  const field = "threshold_nac";
  if (currency === "EUR" && threshold_nac > MOST_EURO) {
    return [{ field, message: `must be at most ${MOST_EURO} (Art. 284(1) VAT Directive)` }];
  }
  const step = threshold_nac / (current ?? threshold_nac);
  if (step <= WIDEST_STEP && step >= 1 / WIDEST_STEP) return [];
  return [
    { field, message: `is more than ${WIDEST_STEP} times away from ${current}: whole units?` },
  ];
}
