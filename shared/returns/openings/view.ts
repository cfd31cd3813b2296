import type * as z from "zod";
import { balancesOf, totalsOf } from "../compute/compute.ts";
import type { Balance } from "../schema.ts";
import type { Opening, OpeningAnswer } from "./schema.ts";

/** Returns the public view of an opening, with the totals of a return. */
export function openingView(opening: Opening): z.output<typeof OpeningAnswer> {
  const { schema_version, fingerprint, withdrawn_at, ...shown } = opening;
  const balances = openingBalances(opening);
  return {
    ...shown,
    status: withdrawn_at === undefined ? "recorded" : "withdrawn",
    totals: totalsOf(opening.member_states, balances),
    balances,
  };
}

/** Returns the balances of an opening. Part 3 of a return has no taxable amounts. */
export const openingBalances = ({ member_states, corrections }: Opening): Balance[] =>
  balancesOf(
    member_states,
    corrections.map((row) => ({ ...row, taxable_amount_minor: 0 })),
  );
