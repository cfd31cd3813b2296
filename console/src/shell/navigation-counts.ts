import { isPressing } from "../overview/due-day.ts";
import type { OverviewFacts } from "../overview/load-overview.ts";
import { openCounts } from "../review/load-counts.ts";

/** The number of matters that wait, by page. */
export type Counts = {
  /** Returns that are not filed, and are overdue or due soon. */
  readonly due: number;
  /** Those of them whose due day has passed. */
  readonly overdue: number;
  /** Rows of imports that are not in the ledger. */
  readonly imports: number;
  /** Orders of connected shops that are not in the ledger. */
  readonly connections: number;
  /** Events of undeclared returns that are open; figures are answered on the page of their return. */
  readonly review: number;
  readonly unread: number;
};

export const NO_COUNTS: Counts = {
  due: 0,
  overdue: 0,
  imports: 0,
  connections: 0,
  review: 0,
  unread: 0,
};

/** Counts what waits on each page, from the overview. */
export function countsOf({ overview, returns, today }: OverviewFacts): Counts {
  const rows = overview.open_import_rows ?? [];
  const sumOf = (some: typeof rows) => some.reduce((sum, { row_count }) => sum + row_count, 0);
  return {
    due: returns.filter((dueReturn) => isPressing(dueReturn, today)).length,
    overdue: returns.filter(({ overdue }) => overdue).length,
    imports: sumOf(rows.filter(({ import_id }) => import_id !== null)),
    connections: sumOf(rows.filter(({ connection_id }) => connection_id !== null)),
    review: [...openCounts(returns).values()].reduce((sum, count) => sum + count, 0),
    unread: overview.unread_notifications,
  };
}
