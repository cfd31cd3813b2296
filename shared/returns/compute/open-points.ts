import type { Drawn } from "./compute.ts";
import { negativeRowCount } from "./negative-rows.ts";

/** Something that keeps a return from being filed as it stands, and how often it is there. */
type OpenPoint = { readonly code: string; readonly count: number; readonly message: string };

/**
 * What somebody has to look at before the return is filed: events left out that may belong in,
 * blocking checks, and figures that no portal takes.
 */
export function openPoints(drawn: Drawn): OpenPoint[] {
  const excluded = drawn.warnings
    .filter(({ code }) => drawn.scheme.resolvable.has(code))
    .map(({ code, count }) => ({ code, count, message: `${count} left out, to be resolved` }));
  const found = drawn.checks
    .filter(({ severity }) => severity === "blocking")
    .map(({ code, count }) => ({ code, count, message: `${count} found, to be looked at` }));
  return [...excluded, ...found, ...figures(drawn)].filter(({ count }) => count > 0);
}

function figures(drawn: Drawn): OpenPoint[] {
  if (drawn.status !== "covered") return [];
  const negative = negativeRowCount(drawn.report.rows);
  const below = drawn.corrections_below_zero?.length ?? 0;
  return [
    { code: "negative_row", count: negative, message: `${negative} of the return below zero` },
    {
      code: "correction_below_zero",
      count: below,
      message: `${below} taking back more VAT than was declared`,
    },
  ];
}
