import { expect } from "vitest";
import type * as z from "zod";
import type { SourceEventList } from "../../shared/returns/drill-down/source-event.ts";

export type ListedFigure = z.output<typeof SourceEventList>;

/** Units of four decimals. */
const unitsOf = (text: string): number => Number(text.replace(".", ""));

/** Units of four decimals in a minor unit of a currency with two decimals. */
const MINOR = 100;

/**
 * All events of a list add up to its figure. Each is shown to half a unit of its last decimal; each row rounds once, and
 * a late change is a difference of rounded rows.
 */
export function expectTie(
  items: ListedFigure["items"],
  figure: NonNullable<ListedFigure["figure"]>,
): void {
  const { event_count, excluded_event_count } = figure;
  if (event_count !== null) {
    expect(items).toHaveLength(event_count);
    expect(items.filter(({ in_return }) => in_return === null)).toHaveLength(excluded_event_count);
  }
  for (const field of ["taxable", "vat"] as const) {
    const minor = figure[`${field}_amount_minor`];
    const exact = figure[`exact_${field}_amount`];
    const sum = items.reduce(
      (units, { in_return }) => units + unitsOf(in_return?.[`${field}_amount`] ?? "0"),
      0,
    );
    const shown = exact === null ? (minor ?? 0) * MINOR : unitsOf(exact);
    const most = (items.length + 1) / 2 + (exact === null ? MINOR * items.length : 0);
    expect(Math.abs(sum - shown), `${field}: ${sum} and ${shown}`).toBeLessThanOrEqual(most);
    if (exact === null || minor === null) continue;
    // As many rows as there are events, at most.
    expect(Math.abs(shown - minor * MINOR)).toBeLessThanOrEqual((MINOR / 2) * items.length + 1);
  }
}
