import * as z from "zod";
import { csvTypedLines, PLAIN_CSV } from "../../core/files/csv.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import type { RowFinding } from "./part-report.ts";

const OUTCOMES = ["event", "excluded", "unresolved", "rejected", "conflict"] as const;

const LIST = "import_rows";

/** A position in the findings of an import: the part, from 1, and the index in it, from 0. */
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

/** Response of GET /v1/imports/{id}/rows. */
export const FoundRowList = z
  .strictObject({ items: z.array(FoundRow), next_cursor: z.string().nullable() })
  .meta({ id: "ImportRowList" });

/** A finding and its position. */
export type PlacedFinding = { readonly place: FindingPlace; readonly finding: RowFinding };

/** Findings in order, and the position of the first one that was not read; undefined at the end. */
export type FoundRows = {
  readonly found: readonly PlacedFinding[];
  readonly next: FindingPlace | undefined;
};

/** Returns a page of `limit` findings; the next page begins with the first finding that was left out. */
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

/** Byte order mark; spreadsheets need it to detect UTF-8. */
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
