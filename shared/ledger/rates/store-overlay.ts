import { loadVersioned, type VersionedItem } from "../../platform/dynamodb/versioned-item.ts";
import { RATE_OVERLAY_ITEM, rateOverlayKey } from "../../platform/table/rate-items.ts";
import { NO_OVERLAY, RateOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { cachedOverlay } from "./cached-overlay.ts";

export const OVERLAY: VersionedItem<RateOverlay> = {
  key: () => rateOverlayKey,
  schema: RateOverlay,
  empty: NO_OVERLAY,
  definition: RATE_OVERLAY_ITEM,
  name: "accepted rates",
};

/** Proposals and accepted rates belong to no account. */
export const OF_NO_ACCOUNT = "";

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
