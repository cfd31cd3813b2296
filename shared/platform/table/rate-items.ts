import { ANYTHING, defineItem } from "./item.ts";
import type { Key } from "./keys.ts";

/*
 * Changes of VAT rates, part of the access patterns of keys.ts. They belong to no account.
 *
 *   pk                  sk                       item                              read by
 *   RATE_PROPOSALS      RATE_PROPOSALS           proposed rates, the last          operators, the comparison
 *                                                comparison with TEDB
 *   RATE_OVERLAY        RATE_OVERLAY             accepted rates                    whatever reads VAT rates
 *   RATES_TOLD          RATES_TOLD               rates that webhooks were told of  the hourly look at changed rates
 */
export const rateProposalsKey: Key = { pk: "RATE_PROPOSALS", sk: "RATE_PROPOSALS" };

export const rateOverlayKey: Key = { pk: "RATE_OVERLAY", sk: "RATE_OVERLAY" };

export const ratesToldKey: Key = { pk: "RATES_TOLD", sk: "RATES_TOLD" };

/** The proposed rates, and what the last comparison with TEDB has found. */
export const RATE_PROPOSALS_ITEM = defineItem({
  name: "rate proposals",
  key: rateProposalsKey,
  group: "rate_proposals",
  journal: { changes: ANYTHING, rises: ["version"] },
  sandbox: "stays",
});

export const RATE_OVERLAY_ITEM = defineItem({
  name: "accepted rates",
  key: rateOverlayKey,
  group: "rate_overlay",
  journal: { changes: ANYTHING, rises: ["version"] },
  sandbox: "stays",
});

export const RATES_TOLD_ITEM = defineItem({
  name: "told rates",
  key: ratesToldKey,
  group: "rates_told",
  journal: { changes: ANYTHING, rises: ["version"] },
  sandbox: "stays",
});
