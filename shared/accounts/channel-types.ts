/** The kinds of sales channels of a source. The file has no dependencies, because the console imports it. */
export const CHANNEL_TYPES = [
  "owned_store",
  "marketplace",
  "subscription",
  "pos",
  "wholesale",
  "test",
  "other",
] as const;
