import { readPublicItem } from "../../platform/dynamodb/read-public-item.ts";
import { rateOverlayKey } from "../../platform/table/rate-items.ts";
import { NO_OVERLAY, RateOverlay } from "../../vat/reference-data/rate-overlay.ts";
import { cachedOverlay } from "./cached-overlay.ts";

/** Makes the accepted rates those of this process, for public functions. */
export const applyPublishedRates = cachedOverlay(async () =>
  RateOverlay.parse((await readPublicItem(rateOverlayKey)) ?? NO_OVERLAY),
);
