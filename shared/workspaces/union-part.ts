import type { UnionReportInput } from "../returns/preview.ts";
import type { Tally } from "../tallies/tally.ts";

/**
 * What a quarter's Union return is made of; or, where no registration or more than one makes it,
 * which of the two, and the sums that wait for one.
 */
export type UnionPart =
  | { readonly status: "drawn"; readonly report: UnionReportInput }
  | {
      readonly status: "registration_required" | "registration_conflict";
      readonly tallies: readonly Tally[];
    };
