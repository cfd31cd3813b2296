import * as z from "zod";
import { csvTypedLines, PLAIN_CSV } from "../../core/files/csv.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import type { RowFinding } from "./part-report.ts";

const OUTCOMES = ["event", "excluded", "unresolved", "rejected", "conflict"] as const;

const LIST = "import_rows";

/** Where in the findings of an import something stands: the part, from 1, and the place in it, from 0. */
const FindingPlace = z.tuple([z.int().min(1), z.int().min(0)]);
export type FindingPlace = z.output<typeof FindingPlace>;

export const FoundRowQuery = z.strictObject({
  outcome: z
    .enum(OUTCOMES)
    .optional()
    .describe("Only rows with this outcome; `event` are remarks on rows that were taken"),
  limit: Limit,
  cursor: cursorParam(LIST, FindingPlace),
});
export type FoundRowQuery = z.output<typeof FoundRowQuery>;

const FoundRow = z
  .strictObject({
    row: z.string().describe("Where it stands in the file"),
    outcome: z.enum(OUTCOMES),
    reason: z.string().describe("For programs"),
    column: z.string().nullable().describe("As the file names it"),
    message: z.string().describe("For people"),
  })
  .meta({ id: "ImportRow" });

/** Answer of GET /v1/imports/{id}/rows. */
export const FoundRowList = z
  .strictObject({ items: z.array(FoundRow), next_cursor: z.string().nullable() })
  .meta({ id: "ImportRowList" });

/** A finding, and where it stands. */
export type PlacedFinding = { readonly place: FindingPlace; readonly finding: RowFinding };

/** Findings in their order, and where those begin that were not looked at; none when that was all. */
export type FoundRows = {
  readonly found: readonly PlacedFinding[];
  readonly next: FindingPlace | undefined;
};

/** A page of `limit` findings; where there were more, the next one begins with the first of those. */
export function foundRowsPage(
  { found, next }: FoundRows,
  limit: number,
): z.output<typeof FoundRowList> {
  const rows = found.slice(0, limit).map(({ finding }) => rowView(finding));
  const items = rows.slice(0, countThatFits(rows));
  const place = found[items.length]?.place ?? next;
  return { items, next_cursor: place ? cursorAt(LIST, place) : null };
}

const rowView = ({ at, outcome, reason, column, message }: RowFinding) => ({
  row: at,
  outcome,
  reason,
  column: column ?? null,
  message,
});

/** Told by spreadsheets for what tells that the text is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = ["row", "outcome", "reason", "column", "message"];

export const findingsHead = (): string => BYTE_ORDER_MARK + csvTypedLines([COLUMNS], PLAIN_CSV);

export const findingsLines = (findings: readonly RowFinding[]): string =>
  csvTypedLines(
    findings.map(({ at, outcome, reason, column = "", message }) => [
      at,
      outcome,
      reason,
      column,
      message,
    ]),
    PLAIN_CSV,
  );
