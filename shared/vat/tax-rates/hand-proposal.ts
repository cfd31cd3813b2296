import * as z from "zod";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { MEMBER_STATES } from "../reference-data/member-states.ts";
import { nationalCurrencyOn } from "../reference-data/national-currency.ts";
import { CurrencyCode } from "../reference-data/schema.ts";
import { thresholdOn } from "../sme/eligibility.ts";
import { TAX_CLASSES } from "../tax-classes/catalogue.ts";
import { classRateOn } from "../tax-classes/class-rates.ts";
import { type Decider, firstDayFaults, standardFaults } from "./rate-decision.ts";
import type { RateProposal, RateProposals, ThresholdProposal } from "./rate-proposal.ts";

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
    rate_bps: z.int().min(1).max(MOST_BPS).describe("Basis points: 2100 is 21 %"),
    ...proposed,
  }),
  z.strictObject({
    kind: z.literal("sme_threshold").describe("The main threshold of Art. 284 VAT Directive"),
    currency: CurrencyCode.describe("The national currency on the first day"),
    threshold_nac: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .describe("Whole units of the national currency"),
    ...proposed,
  }),
]);
export type HandProposal = Readonly<z.output<typeof HandProposal>>;
type HandRate = Extract<HandProposal, { kind: "rate" }>;
type HandThreshold = Extract<HandProposal, { kind: "sme_threshold" }>;

/** Returns the id of a proposal by hand. The same proposal has the same id, so it is stored once. */
export const handProposalId = (body: HandProposal): string =>
  body.kind === "rate"
    ? [body.country, body.tax_class_id, body.rate_bps, "from", body.valid_from].join("-")
    : [body.country, "sme", body.threshold_nac, "from", body.valid_from].join("-");

/**
 * Adds a proposal by hand. A repeated request changes nothing.
 * @throws DomainError `invalid_request`
 */
export function withHandProposal(
  seen: RateProposals,
  body: HandProposal,
  author: Decider,
): RateProposals {
  const id = handProposalId(body);
  if ([...seen.proposals, ...seen.thresholds].some((one) => one.proposal_id === id)) return seen;
  return body.kind === "rate"
    ? { ...seen, proposals: [...seen.proposals, rateProposal(body, author)] }
    : { ...seen, thresholds: [...seen.thresholds, thresholdProposal(body, author)] };
}

function rateProposal(body: HandRate, { by, at }: Decider): RateProposal {
  const { country, tax_class_id, rate_bps, valid_from, source, source_url } = body;
  const kept_bps = classRateOn(tax_class_id, country, valid_from)?.rate_bps ?? 0;
  rejectFaulty([
    ...classFaults(tax_class_id),
    ...firstDayFaults(valid_from, at),
    ...standardFaults(tax_class_id, rate_bps),
    ...(kept_bps === rate_bps ? [same("rate_bps", "rate")] : []),
  ]);
  return {
    proposal_id: handProposalId(body),
    country,
    class_id: tax_class_id,
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
  TAX_CLASSES.some((one) => one.id === id)
    ? []
    : [{ field: "tax_class_id", message: "must be a class of GET /v1/tax-classes" }];

function thresholdProposal(body: HandThreshold, { by, at }: Decider): ThresholdProposal {
  const { kind: _, ...fields } = body;
  const { country, currency, threshold_nac, valid_from } = body;
  const kept = thresholdOn(country, valid_from);
  const kept_nac = kept?.currency === currency ? kept.exemption_threshold_nac : null;
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

function sizeFaults({ currency, threshold_nac }: HandThreshold, kept: number | null): Fault[] {
  const field = "threshold_nac";
  if (currency === "EUR" && threshold_nac > MOST_EURO) {
    return [{ field, message: `must be at most ${MOST_EURO} (Art. 284(1) VAT Directive)` }];
  }
  const step = threshold_nac / (kept ?? threshold_nac);
  if (step <= WIDEST_STEP && step >= 1 / WIDEST_STEP) return [];
  return [{ field, message: `is more than ${WIDEST_STEP} times away from ${kept}: whole units?` }];
}
