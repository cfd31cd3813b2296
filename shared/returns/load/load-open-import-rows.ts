import * as z from "zod";
import type { Period } from "../../core/calendar/period.ts";
import { MonthKey } from "../../core/calendar/schema.ts";
import type { ComputedReturn } from "../compute/compute.ts";

export const OpenImportRows = z
  .strictObject({
    import_id: z.string().nullable().describe("Null for orders of a connected shop"),
    connection_id: z.string().nullable().describe("The connected shop; null for rows of a file"),
    format: z.string().nullable().describe("Of the file; null for orders of a connected shop"),
    source_id: z.string(),
    month: MonthKey.nullable().describe("Of the supply; null where no day can be read"),
    row_count: z.int().positive(),
  })
  .meta({
    id: "OpenImportRows",
    description:
      "Rows of an imported file, or orders of a connected shop, that are not in the ledger: unresolved, rejected or in conflict. They keep the returns of their month from `ready` until they are settled, the import is undone, or the order is booked",
  });
export type OpenImportRows = z.output<typeof OpenImportRows>;

/** Returns a test for rows whose supplies lie in the period. */
export const areOf =
  ({ firstDay, lastDay }: Period) =>
  ({ month }: OpenImportRows): boolean =>
    month !== null && month >= firstDay.slice(0, 7) && month <= lastDay.slice(0, 7);

/** Adds the rows of imports whose supplies lie in the period of a return. */
export const withOpenImportRows = <One extends ComputedReturn>(
  drawn: One,
  openRows: readonly OpenImportRows[],
): One => ({
  ...drawn,
  open_import_rows: openRows.filter(areOf(drawn.period)),
});
