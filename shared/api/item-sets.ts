/*
 * Groups of items that handlers use together. A row names a set inside its own list: an array within an array leaves the
 * bundles of all other rows, and a spread array would not.
 */

/** The items from which a return is computed. */
export const RETURN_READS = [
  "recounts",
  "registrations",
  "sums",
  "rates",
  "locks",
  "marks",
] as const;

/** The items that a paper of a return reads besides: its findings, who it names, and its bridge. */
export const PAPER_READS = [
  "openings",
  "open_import_rows",
  "profile",
  "preparations",
  "persons",
  "imports",
] as const;

/** The items that the commit of events reads. */
export const COMMIT_READS = [
  "rate_overlay",
  "recounts",
  "profile",
  "registrations",
  "sources",
  "events",
  "consignments",
  "transactions",
] as const;

/** The items that the commit of events writes. */
export const COMMIT_WRITES = [
  "recounts",
  "events",
  "consignments",
  "sums",
  "marks",
  "source_tags",
] as const;
