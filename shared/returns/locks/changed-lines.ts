import * as z from "zod";
import { CorrectionRow, type Return, ReturnRow } from "../schema.ts";

const Difference = z.int().describe("Today's amount less the declared one, in minor units");

const differences = {
  taxable_amount_minor: Difference,
  vat_amount_minor: Difference,
  event_count_difference: z.int().describe("Number of events that came, less those that left"),
};

export const ChangedRow = z
  .strictObject({ ...ReturnRow.omit({ event_count: true }).shape, ...differences })
  .meta({ id: "ChangedRow" });

export const ChangedCorrection = z
  .strictObject({ ...CorrectionRow.omit({ event_count: true }).shape, ...differences })
  .meta({ id: "ChangedCorrection" });

/** The rows and corrections of a locked return that differ today. */
export const ChangedLines = z
  .strictObject({ rows: z.array(ChangedRow), corrections: z.array(ChangedCorrection) })
  .meta({
    id: "ChangedLines",
    description:
      "Today's rows and corrections less the declared ones; those without a difference are left out",
  });
export type ChangedLines = z.output<typeof ChangedLines>;

type Line = {
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
  readonly event_count: number;
};

/** Returns the rows and corrections that differ: those declared first, then those that came. */
export const changedLines = (
  today: Pick<Return, "rows" | "corrections">,
  declared: Pick<Return, "rows" | "corrections">,
): ChangedLines => ({
  rows: changed(today.rows, declared.rows),
  corrections: changed(today.corrections, declared.corrections),
});

function changed<One extends Line>(today: readonly One[], declared: readonly One[]) {
  const lines = Map.groupBy(
    [...declared.map((line) => ({ line, sign: -1 })), ...today.map((line) => ({ line, sign: 1 }))],
    ({ line }) => placeOfLine(line),
  );
  return [...lines.values()]
    .map((group) => {
      const { event_count, ...line } = (group[0] as (typeof group)[number]).line;
      const sum = (field: keyof Line) =>
        group.reduce((total, { line, sign }) => total + sign * line[field], 0);
      return {
        ...line,
        taxable_amount_minor: sum("taxable_amount_minor"),
        vat_amount_minor: sum("vat_amount_minor"),
        event_count_difference: sum("event_count"),
      };
    })
    .filter(
      (row) =>
        row.taxable_amount_minor !== 0 ||
        row.vat_amount_minor !== 0 ||
        row.event_count_difference !== 0,
    );
}

/** Returns the fields that place a line, or a difference of one, in the return, as text. */
export const placeOfLine = ({
  taxable_amount_minor,
  vat_amount_minor,
  event_count,
  event_count_difference,
  ...key
}: Partial<Line> & { readonly event_count_difference?: number }): string => JSON.stringify(key);
