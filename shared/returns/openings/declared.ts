import type { DeclaredBefore } from "../compute/over-corrections.ts";
import type { Opening } from "./schema.ts";
import { openingBalances } from "./view.ts";

/** Returns the openings that were declared in the same Member State and currency. */
export const declaredElsewhere = (
  openings: readonly Opening[],
  report: { readonly member_state_identification: string; readonly return_currency: string },
): DeclaredBefore[] =>
  openings
    .filter(
      (one) =>
        one.withdrawn_at === undefined &&
        one.member_state_identification === report.member_state_identification &&
        one.currency === report.return_currency,
    )
    .map((one) => ({
      period_key: one.period_key,
      balances: openingBalances(one),
      corrections: one.corrections,
      late_changes: [],
    }));
