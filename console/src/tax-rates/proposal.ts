import type { RateProposal, SmeThresholdProposal } from "../../../client/src/eu-vat-client.ts";
import type { Formatter } from "../format/formatter.ts";
import type { Say } from "../texts/say.ts";

/** A proposed rate, or a proposed threshold for small enterprises. */
export type Proposal = RateProposal | SmeThresholdProposal;

export const isThreshold = (proposal: Proposal): proposal is SmeThresholdProposal =>
  "threshold_nac" in proposal;

/** The parts of a proposal as text: its subject, the stored and the proposed value, its day and its source. */
type ProposalText = {
  readonly subject: string;
  readonly old: string;
  readonly new: string;
  readonly day: string;
  /** The address of the source and the author of a proposal by hand. */
  readonly byHand: { readonly source_url: string; readonly by: string } | null;
};

/** Returns the parts of a proposal of either kind as text. */
export function textOf(proposal: Proposal, say: Say, format: Formatter): ProposalText {
  if (isThreshold(proposal)) {
    const { kept_nac, threshold_nac, currency, valid_from, source_url, by } = proposal;
    // Each currency of a Member State has hundredths.
    const units = (whole: number) => format.roundAmount(whole * 100, currency);
    return {
      subject: say("taxRates.kind.sme_threshold"),
      old: kept_nac === null ? say("taxRates.noThreshold") : units(kept_nac),
      new: units(threshold_nac),
      day: format.day(valid_from),
      byHand: { source_url, by },
    };
  }
  const { tax_class_id, applies_to, kept_bps, tedb_bps, by_hand, seen_for } = proposal;
  return {
    subject: applies_to === "any" ? tax_class_id : `${tax_class_id} (${say.code(applies_to)})`,
    old: format.rate(kept_bps),
    new: (by_hand ? [by_hand.rate_bps] : tedb_bps).map(format.rate).join(", "),
    day: format.day(seen_for),
    byHand: by_hand,
  };
}
