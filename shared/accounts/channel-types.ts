/** The kinds of sales channel that a source can be. Pure data: the console imports it. */
export const CHANNEL_TYPES = [
  "owned_store",
  "marketplace",
  "subscription",
  "pos",
  "wholesale",
  "test",
  "other",
] as const;
