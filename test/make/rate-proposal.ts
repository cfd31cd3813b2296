import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { RateProposal, RateProposals } from "../../shared/vat/rate-proposals/rate-proposal.ts";
import type { RateOverlay } from "../../shared/vat/reference-data/vat-rates.ts";

/** A proposal of TEDB: Germany raises its standard rate to 20 %. */
export const rateProposal = (more: Partial<RateProposal> = {}): RateProposal => ({
  proposal_id: "DE-standard-1900-2000",
  country: "DE",
  class_id: "standard",
  applies_to: "any",
  kept_bps: 1_900,
  tedb_bps: [2_000],
  reason: "standard_rate_differs",
  situation_on: "2026-09-01" as IsoDate,
  seen_for: "2026-12-24" as IsoDate,
  comment: "",
  source: "TEDB 2026-09-01",
  answer: { key: "reference.tedb/DE/0.xml", sha256: "0" },
  found_at: "2026-09-03T05:00:00.000Z",
  state: "open",
  decisions: [],
  ...more,
});

/** Proposals that were never compared again. */
export const rateProposals = (...proposals: readonly RateProposal[]): RateProposals => ({
  version: 1,
  proposals,
  thresholds: [],
  last_run: null,
});

/** An overlay of this version with a standard rate of Germany. */
export const overlayOf = (version: number, rate_bps: number): RateOverlay => ({
  version,
  rows: [
    {
      country: "DE",
      class_id: "standard",
      applies_to: "any",
      rate_bps,
      valid_from: "2027-01-01" as IsoDate,
      source: "TEDB 2026-09-01",
      proposal_id: `DE-standard-1900-${rate_bps}`,
      accepted_at: "2026-10-01T08:00:00.000Z",
    },
  ],
  thresholds: [],
});
