/** What kind of channel a source is. */
export const CHANNEL_TYPES = [
  "owned_store",
  "marketplace",
  "subscription",
  "pos",
  "wholesale",
  "test",
  "other",
] as const;
