import type { MiddlewareObj } from "@middy/core";
import { applyPublishedRates } from "../../ledger/rates/store-published-rates.ts";
import { noteOverlayRead } from "../../vat/reference-data/rate-overlay.ts";
import type { Call } from "../route.ts";
import type { CachePolicy } from "./http-cache.ts";

/** Caches may store the catalogue for five minutes, as long as a function does, and not without the accepted rates. */
export const RATES_CACHE: CachePolicy = {
  maxAgeSeconds: 300,
  isStorable: (response) =>
    (response as { accepted_rates?: unknown }).accepted_rates === "included",
};

/**
 * Applies the accepted rates before a public catalogue responds. If they cannot be read, the response has the rates
 * that this process knows and says so: the catalogue is available without the table.
 */
export const publishedRates = (): MiddlewareObj<Call, unknown> => ({
  before: async ({ event }) => {
    try {
      await applyPublishedRates();
      noteOverlayRead(true);
    } catch (error) {
      event.failure = error;
      noteOverlayRead(false);
    }
  },
});
