import { sha256Of } from "../../core/hash.ts";
import { readPublicItem } from "../../platform/dynamodb/read-public-item.ts";
import {
  type Follower,
  loadVersioned,
  updateFollowed,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { storeFirst } from "../../platform/s3/write-once.ts";
import {
  RATE_OVERLAY_ITEM,
  RATE_PROPOSALS_ITEM,
  rateOverlayKey,
  rateProposalsKey,
} from "../../platform/table/rate-items.ts";
import { NO_OVERLAY, RateOverlay, rateLoader } from "../reference-data/vat-rates.ts";
import { acceptedRows, acceptedThresholds } from "./rate-decision.ts";
import { NO_PROPOSALS, RateProposals } from "./rate-proposal.ts";
import type { TedbQuestion } from "./tedb-answer.ts";

const OVERLAY: VersionedItem<RateOverlay, undefined> = {
  key: () => rateOverlayKey,
  schema: RateOverlay,
  empty: NO_OVERLAY,
  definition: RATE_OVERLAY_ITEM,
  name: "accepted rates",
};

/** Reads the accepted rates, strongly consistent. */
export const loadOverlay = (): Promise<RateOverlay> => loadVersioned(OVERLAY, undefined);

/** Loads the VAT rates for functions of accounts. */
export const loadVatRates = rateLoader(loadOverlay);

/** Loads the VAT rates for public functions. */
export const loadPublishedVatRates = rateLoader(async () =>
  RateOverlay.parse((await readPublicItem(rateOverlayKey)) ?? NO_OVERLAY),
);

const PROPOSALS: VersionedItem<RateProposals, undefined> = {
  key: () => rateProposalsKey,
  schema: RateProposals,
  empty: NO_PROPOSALS,
  definition: RATE_PROPOSALS_ITEM,
  name: "rate proposals",
};

export const loadProposals = (): Promise<RateProposals> => loadVersioned(PROPOSALS, undefined);

export const updateProposals = (
  decide: (seen: RateProposals) => RateProposals,
): Promise<RateProposals> => updateVersioned(PROPOSALS, undefined, decide);

const acceptedBy = (all: RateProposals) => ({
  rows: acceptedRows(all),
  thresholds: acceptedThresholds(all),
});

/** The accepted rates follow from the decisions about proposals, and change in one transaction with them. */
const ACCEPTED: Follower<RateProposals, RateOverlay, undefined> = {
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
  (await updateFollowed(PROPOSALS, undefined, decide, { follower: ACCEPTED })).value;

/**
 * Stores an answer of TEDB as it came, once for each content. The folder is no name of an account, which has no dot.
 */
export async function storeAnswer({ state, day }: TedbQuestion, text: string, now: Date) {
  const key = `reference.tedb/${state}/${sha256Of(text)}.xml`;
  const file = { key, body: text, content_type: "text/xml", period: { lastDay: day } };
  const { sha256 } = await storeFirst(file, now);
  return { key, sha256 };
}
