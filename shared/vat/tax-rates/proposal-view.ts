import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { acceptedRows } from "./rate-decision.ts";
import {
  DECISIONS,
  PROPOSAL_REASONS,
  PROPOSAL_STATES,
  type RateProposal,
  type RateProposals,
} from "./rate-proposal.ts";

const Bps = z.int().describe("Basis points: 2100 is 21 %");

const DecisionView = z.strictObject({
  action: z.enum(DECISIONS).describe("A comparison reopens what it finds again"),
  at: z.iso.datetime(),
  by: z.string().describe("The id of the person, the name in the command, or the comparison"),
  rate_bps: Bps.nullable().describe("Of an acceptance; null for any other decision"),
  valid_from: IsoDate.nullable().describe("The first day of an accepted rate"),
  reason: z.string().nullable().describe("As the operator gave it; null: the comparison"),
});

/** A proposed rate as operators see it. */
export const ProposalView = z
  .strictObject({
    proposal_id: z.string().describe("State, class, rate of this service and rates of TEDB"),
    country: z.string().describe("The Member State by its code in returns: Greece is EL"),
    tax_class_id: z.string(),
    kept_bps: Bps.describe("The rate of this service on the day that TEDB was asked about"),
    tedb_bps: z.array(Bps).describe("The rates of TEDB on that day"),
    reason: z.enum(PROPOSAL_REASONS).describe("The kind of the difference"),
    situation_on: IsoDate.describe(
      "The day of TEDB's entry, which is not the first day of the rate",
    ),
    seen_for: IsoDate.describe("The day that TEDB was asked about"),
    comment: z.string(),
    source: z.string().describe("TEDB, with the day of its entry"),
    answer_sha256: z.string().describe("Of the answer as it was stored"),
    found_at: z.iso.datetime().describe("The first comparison that found the difference"),
    state: z.enum(PROPOSAL_STATES).describe("The state after the last decision"),
    accepted: z
      .array(
        z.strictObject({
          rate_bps: Bps,
          valid_from: IsoDate.describe("The first day of the rate"),
        }),
      )
      .describe("The rates that are in the catalogue because of this proposal"),
    decisions: z.array(DecisionView).describe("All decisions, oldest first"),
  })
  .meta({ id: "RateProposal" });

export const ProposalList = z
  .strictObject({
    items: z.array(ProposalView),
    compared_at: z.iso
      .datetime()
      .nullable()
      .describe("The last comparison with TEDB; null before the first one"),
  })
  .meta({ id: "RateProposalList" });

export const ProposalPath = z.strictObject({ id: z.string().describe("A `proposal_id`") });

export function proposalView(proposal: RateProposal): z.output<typeof ProposalView> {
  const { class_id, answer, decisions, tedb_bps, ...shown } = proposal;
  const rows = acceptedRows({ proposals: [proposal] });
  return {
    ...shown,
    tedb_bps: [...tedb_bps],
    tax_class_id: class_id,
    answer_sha256: answer.sha256,
    accepted: rows.map(({ rate_bps, valid_from }) => ({ rate_bps, valid_from })),
    decisions: decisions.map(({ rate_bps, valid_from, reason, ...decision }) => ({
      ...decision,
      rate_bps: rate_bps ?? null,
      valid_from: valid_from ?? null,
      reason: reason ?? null,
    })),
  };
}

/** Returns all proposals, open ones first, newest first. */
export const proposalList = ({ proposals, last_run }: RateProposals) => ({
  items: proposals
    .toSorted((a, b) => rank(a) - rank(b) || (a.found_at < b.found_at ? 1 : -1))
    .map(proposalView),
  compared_at: last_run?.at ?? null,
});

const rank = ({ state }: RateProposal): number => (state === "open" ? 0 : 1);
