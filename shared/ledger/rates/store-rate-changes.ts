import { sha256Of } from "../../core/hash.ts";
import {
  type Follower,
  loadVersioned,
  updateFollowed,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { storeFirst } from "../../platform/s3/write-once.ts";
import { RATE_PROPOSALS_ITEM, rateProposalsKey } from "../../platform/table/rate-items.ts";
import type { RateOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { acceptedRows, acceptedThresholds } from "../../vat/tax-rates/rate-decision.ts";
import { NO_PROPOSALS, RateProposals } from "../../vat/tax-rates/rate-proposal.ts";
import type { TedbQuestion } from "../../vat/tax-rates/tedb-answer.ts";
import { OF_NO_ACCOUNT, OVERLAY } from "./store-overlay.ts";

const PROPOSALS: VersionedItem<RateProposals> = {
  key: () => rateProposalsKey,
  schema: RateProposals,
  empty: NO_PROPOSALS,
  definition: RATE_PROPOSALS_ITEM,
  name: "rate proposals",
};

export const loadProposals = (): Promise<RateProposals> => loadVersioned(PROPOSALS, OF_NO_ACCOUNT);

export const updateProposals = (
  decide: (seen: RateProposals) => RateProposals,
): Promise<RateProposals> => updateVersioned(PROPOSALS, OF_NO_ACCOUNT, decide);

const acceptedBy = (all: RateProposals) => ({
  rows: acceptedRows(all),
  thresholds: acceptedThresholds(all),
});

/** The accepted rates follow from the decisions about proposals, and change in one transaction with them. */
const ACCEPTED: Follower<RateProposals, RateOverlay> = {
  item: OVERLAY,
  after: (before, changed) => {
    const accepted = acceptedBy(changed);
    const isSame = JSON.stringify(accepted) === JSON.stringify(acceptedBy(before));
    return isSame ? undefined : (overlay) => ({ ...overlay, ...accepted });
  },
};

/** Changes the proposals and, where the accepted rates change, the overlay with them: both or neither. */
export const decideProposals = async (
  decide: (seen: RateProposals) => RateProposals,
): Promise<RateProposals> =>
  (await updateFollowed(PROPOSALS, OF_NO_ACCOUNT, decide, { follower: ACCEPTED })).value;

/**
 * Stores an answer of TEDB as it came, once for each content. The folder is no name of an account, which has no dot.
 */
export async function storeAnswer({ state, day }: TedbQuestion, text: string, now: Date) {
  const key = `reference.tedb/${state}/${sha256Of(text)}.xml`;
  const file = { key, body: text, content_type: "text/xml", period: { lastDay: day } };
  const { sha256 } = await storeFirst(file, now);
  return { key, sha256 };
}
