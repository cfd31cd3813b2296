import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { loadedListQuery, NextCursor, pageOfAll } from "../../core/input/pagination.ts";
import { AppliesTo } from "../reference-data/vat-rates.ts";
import { acceptedRows, acceptedThresholds } from "./rate-decision.ts";
import {
  DECISIONS,
  type Decision,
  PROPOSAL_REASONS,
  PROPOSAL_STATES,
  type RateProposal,
  type RateProposals,
  type RateRecheck,
  RECHECK_STATES,
  type ThresholdProposal,
} from "./rate-proposal.ts";

const Bps = z.int().describe("Rate in basis points: 2100 is 21 %");

const DecisionView = z.strictObject({
  action: z
    .enum(DECISIONS)
    .describe("Decision that was taken; a comparison reopens a proposal that it finds again"),
  at: z.iso.datetime(),
  by: z.string().describe("Author: id of a person, name in the command, or the comparison"),
  rate_bps: Bps.nullable().describe("Accepted rate in basis points; null for any other decision"),
  valid_from: IsoDate.nullable().describe("The first day of an accepted rate"),
  reason: z.string().nullable().describe("Reason of the operator; null for a comparison"),
});

const Common = {
  found_at: z.iso.datetime().describe("Time of the first comparison, or of the proposal"),
  state: z.enum(PROPOSAL_STATES).describe("The state after the last decision"),
};

/** A proposed rate as operators see it. */
const Count = z.int().nullable();

const RecheckView = z
  .strictObject({
    state: z.enum(RECHECK_STATES).describe("State of the recheck; `counted` needs a confirmation"),
    requested_at: z.iso.datetime(),
    by: z.string().describe("Id of the person who requested it"),
    events: Count.describe("Number of events whose checks used a former rate; null while counting"),
    accounts: Count.describe("The accounts of these events"),
    periods: Count.describe("The periods of these events, counted for each account"),
    calculations: Count.describe("Calculations with the former rate, which never change"),
  })
  .meta({ id: "RateRecheck" });

export const ProposalView = z
  .strictObject({
    proposal_id: z.string().describe("Id of the proposal: state, class, own rate and TEDB's rates"),
    country: z.string().describe("The Member State by its code in returns: Greece is EL"),
    tax_class_id: z.string(),
    applies_to: AppliesTo,
    kept_bps: Bps.describe("Rate of this service in basis points on the day of the comparison"),
    tedb_bps: z.array(Bps).describe("Rates of TEDB in basis points; none for a proposal by hand"),
    reason: z.enum(PROPOSAL_REASONS).describe("The kind of the difference, or `by_hand`"),
    situation_on: IsoDate.nullable().describe(
      "The day of TEDB's entry, which is not the first day of the rate; null: proposed by hand",
    ),
    seen_for: IsoDate.describe("The day that TEDB was asked about, or the proposed first day"),
    comment: z.string(),
    source: z
      .string()
      .describe(
        "Source of the proposal: TEDB with the day of its entry, or the publication that an operator named",
      ),
    answer_sha256: z
      .string()
      .nullable()
      .describe("SHA-256 of TEDB's stored answer; null for a proposal by hand"),
    by_hand: z
      .strictObject({
        rate_bps: Bps,
        valid_from: IsoDate.describe("The proposed first day of the rate"),
        source_url: z.string().describe("The address of the source"),
        by: z.string().describe("Author of the proposal: id of a person, or name in the command"),
      })
      .nullable()
      .describe("The proposal of an operator; null for one of TEDB"),
    ...Common,
    accepted: z
      .array(
        z.strictObject({
          rate_bps: Bps,
          valid_from: IsoDate.describe("The first day of the rate"),
        }),
      )
      .describe("The rates that are in the catalogue because of this proposal"),
    decisions: z.array(DecisionView).describe("All decisions, oldest first"),
    recheck: RecheckView.nullable().describe("The last check of stored events; null: none yet"),
  })
  .meta({ id: "RateProposal" });

/** A proposed national threshold for small enterprises as operators see it. */
const ThresholdProposalView = z
  .strictObject({
    proposal_id: z.string().describe("Id of the proposal: state, `sme`, threshold and first day"),
    country: z.string().describe("The Member State by its code in returns: Greece is EL"),
    currency: KnownCurrency.describe("The national currency on the first day"),
    kept_nac: z
      .number()
      .nullable()
      .describe("The threshold of this service on that day, in whole units; null: none"),
    threshold_nac: z.int().describe("The proposed threshold, in whole units of the currency"),
    valid_from: IsoDate.describe("The proposed first day"),
    source: z.string().describe("The law or publication"),
    source_url: z.string().describe("The address of the source"),
    by: z.string().describe("Author of the proposal: id of a person, or name in the command"),
    ...Common,
    is_accepted: z.boolean().describe("True if the threshold applies from its first day on"),
    decisions: z.array(DecisionView).describe("All decisions, oldest first"),
  })
  .meta({ id: "SmeThresholdProposal" });

/** A proposal of either kind, in the response to a proposal or a decision. */
export const AnyProposalView = z.union([ProposalView, ThresholdProposalView]);

const LIST = "rate-proposals";

export const ProposalListQuery = loadedListQuery(LIST);

export const ProposalList = z
  .strictObject({
    items: z.array(ProposalView),
    next_cursor: NextCursor,
    sme_thresholds: z
      .array(ThresholdProposalView)
      .describe("Proposed national thresholds for small enterprises (Art. 284 VAT Directive)"),
    compared_at: z.iso
      .datetime()
      .nullable()
      .describe("The last comparison with TEDB; null before the first one"),
  })
  .meta({ id: "RateProposalList" });

export const ProposalPath = z.strictObject({
  id: z.string().describe("The `proposal_id` of a rate proposal"),
});

export function proposalView(proposal: RateProposal): z.output<typeof ProposalView> {
  const { class_id, answer, decisions, tedb_bps, situation_on, by_hand, recheck, ...shown } =
    proposal;
  const rows = acceptedRows({ proposals: [proposal] });
  return {
    ...shown,
    tedb_bps: [...tedb_bps],
    tax_class_id: class_id,
    situation_on: situation_on ?? null,
    answer_sha256: answer?.sha256 ?? null,
    by_hand: by_hand ?? null,
    accepted: rows.map(({ rate_bps, valid_from }) => ({ rate_bps, valid_from })),
    decisions: decisions.map(decisionView),
    recheck: recheck ? recheckView(recheck) : null,
  };
}

const recheckView = ({ state, requested_at, by, ...counts }: RateRecheck) => ({
  state,
  requested_at,
  by,
  events: counts.events ?? null,
  accounts: counts.accounts ?? null,
  periods: counts.periods ?? null,
  calculations: counts.calculations ?? null,
});

const decisionView = ({ rate_bps, valid_from, reason, ...decision }: Decision) => ({
  ...decision,
  rate_bps: rate_bps ?? null,
  valid_from: valid_from ?? null,
  reason: reason ?? null,
});

const thresholdView = (proposal: ThresholdProposal): z.output<typeof ThresholdProposalView> => ({
  ...proposal,
  is_accepted: acceptedThresholds({ thresholds: [proposal] }).length > 0,
  decisions: proposal.decisions.map(decisionView),
});

/** Returns a proposal of either kind as operators see it. */
export const anyProposalView = (proposal: RateProposal | ThresholdProposal) =>
  "threshold_nac" in proposal ? thresholdView(proposal) : proposalView(proposal);

/** Returns a page of the proposals, open ones first, newest first. */
export const proposalList = (
  { proposals, thresholds, last_run }: RateProposals,
  query: z.output<typeof ProposalListQuery>,
) => ({
  ...pageOfAll(LIST, openFirst(proposals), query, {
    idOf: ({ proposal_id }) => proposal_id,
    view: proposalView,
  }),
  sme_thresholds: openFirst(thresholds).map(thresholdView),
  compared_at: last_run?.at ?? null,
});

type Listed = Pick<RateProposal, "state" | "found_at">;

const openFirst = <P extends Listed>(all: readonly P[]): P[] =>
  all.toSorted((a, b) => rank(a) - rank(b) || (a.found_at < b.found_at ? 1 : -1));

const rank = ({ state }: Listed): number => (state === "open" ? 0 : 1);
