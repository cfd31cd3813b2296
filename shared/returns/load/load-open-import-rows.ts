import * as z from "zod";
import type { Period } from "../../core/calendar/period.ts";
import { MonthKey } from "../../core/calendar/schema.ts";
import { loadOpenImportRows, type OpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import type { ComputedReturn } from "../compute/compute.ts";

export const WaitingImport = z
  .strictObject({
    import_id: z.string(),
    format: z.string(),
    source_id: z.string(),
    month: MonthKey.nullable().describe("Of the supply; null where no day can be read"),
    row_count: z.int().positive(),
  })
  .meta({
    id: "WaitingImport",
    description:
      "Rows of an imported file that are not in the ledger: unresolved, rejected or in conflict. They keep the returns of their month from `ready` until they are settled or the import is undone",
  });
export type WaitingImport = z.output<typeof WaitingImport>;

const viewOf = ({ month, ...rows }: OpenImportRows): WaitingImport => ({
  ...rows,
  month: month === "" ? null : MonthKey.parse(month),
});

/** Lists the rows of imports that wait for somebody. */
export const loadWaitingImports = async (account: string): Promise<WaitingImport[]> =>
  (await loadOpenImportRows(account)).map(viewOf);

/** True if rows belong to the period, or to a period that nobody knows. */
export const mayConcern =
  ({ firstDay, lastDay }: Period) =>
  ({ month }: WaitingImport): boolean =>
    month === null || (month >= firstDay.slice(0, 7) && month <= lastDay.slice(0, 7));

/** Adds the rows of imports whose supplies lie in the period of a return. */
export const withWaitingImports = <One extends ComputedReturn>(
  drawn: One,
  waiting: readonly WaitingImport[],
): One => ({
  ...drawn,
  waiting_imports: waiting.filter(mayConcern(drawn.period)).filter(({ month }) => month !== null),
});
