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
import {
  applyOverlay,
  NO_OVERLAY,
  overlaysForgotten,
  RateOverlay,
} from "../reference-data/vat-rates.ts";
import { acceptedRows, acceptedThresholds } from "./rate-decision.ts";
import { NO_PROPOSALS, RateProposals } from "./rate-proposal.ts";
import type { TedbQuestion } from "./tedb-answer.ts";

/** Lifetime of the accepted rates in a process. An accepted rate, or a withdrawal, takes effect after at most this time. */
const OVERLAY_CACHED_MS = Number(process.env["ACCEPTED_RATES_CACHED_SECONDS"] ?? 300) * 1000;

type Kept = {
  readonly applied: Promise<void>;
  readonly forgotten: number;
  readonly until: number;
};

/**
 * Returns a function that makes the accepted rates those of this process. It reads them again after five minutes, so
 * that they are one read for many requests; concurrent requests share a read.
 * @param now the clock, in milliseconds.
 */
export function cachedOverlay(load: () => Promise<RateOverlay>, now = () => Date.now()) {
  let kept: Kept | undefined;
  return (): Promise<void> => {
    const forgotten = overlaysForgotten();
    if (kept && kept.forgotten === forgotten && now() < kept.until) return kept.applied;
    const applied = load().then((overlay) => {
      if (overlaysForgotten() === forgotten) applyOverlay(overlay);
    });
    const own = { applied, forgotten, until: now() + OVERLAY_CACHED_MS };
    kept = own;
    // A failed read is not cached, so the next request tries again.
    applied.catch(() => {
      if (kept === own) kept = undefined;
    });
    return applied;
  };
}

const OVERLAY: VersionedItem<RateOverlay> = {
  key: () => rateOverlayKey,
  schema: RateOverlay,
  empty: NO_OVERLAY,
  definition: RATE_OVERLAY_ITEM,
  name: "accepted rates",
};

/** Proposals and accepted rates belong to no account. */
const OF_NO_ACCOUNT = "";

/** Reads the accepted rates, strongly consistent. */
export const loadOverlay = (): Promise<RateOverlay> => loadVersioned(OVERLAY, OF_NO_ACCOUNT);

/** Makes the accepted rates those of this process, for functions that read VAT rates. */
export const applyAcceptedRates = cachedOverlay(loadOverlay);

/** Wraps the handler of a job that reads VAT rates. */
export const withAcceptedRates =
  <Event, Result>(run: (event: Event) => Promise<Result>) =>
  async (event: Event): Promise<Result> => {
    await applyAcceptedRates();
    return run(event);
  };

/** Makes the accepted rates those of this process, for public functions. */
export const applyPublishedRates = cachedOverlay(async () =>
  RateOverlay.parse((await readPublicItem(rateOverlayKey)) ?? NO_OVERLAY),
);

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
