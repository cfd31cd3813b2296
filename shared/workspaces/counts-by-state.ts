import { jsonInteger } from "../money/json-integer.ts";

type Counted = { readonly consumption_country: string; readonly count: bigint };

/** How many events of a return are of each Member State, those of rows that net to nothing included. */
export function countsByState(sorted: {
  readonly lines: readonly Counted[];
  readonly corrections: readonly Counted[];
}): Map<string, number> {
  const groups = Map.groupBy(
    [...sorted.lines, ...sorted.corrections],
    ({ consumption_country }) => consumption_country,
  );
  return new Map(
    [...groups].map(([state, sums]) => [
      state,
      jsonInteger(sums.reduce((count, sum) => count + sum.count, 0n)),
    ]),
  );
}
