import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";
import { csvTypedLines, DecimalField, PLAIN_CSV } from "../../core/files/csv.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { decimalString } from "../../core/money/decimal-string.ts";
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
  reason: z
    .string()
    .max(100)
    .optional()
    .describe("Only rows with this reason, as `reasons` of the import lists them"),
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
    order_id: z.string().nullable().describe("The shop's own number of the order"),
    supply_date: IsoDate.nullable().describe("Null if the row has no day that can be read"),
    country: z.string().nullable().describe("Of the customer: the two letters that the file has"),
    currency: z.string().nullable(),
    gross_amount_minor: z
      .int()
      .nullable()
      .describe("With VAT, in minor units of `currency`; negative for money that was given back"),
    value: z
      .string()
      .nullable()
      .describe("The beginning of the cell in `column`, if that is a code, a day or an amount"),
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

const rowView = ({ at, day, gross_minor, outcome, reason, message, ...found }: RowFinding) => ({
  row: at,
  outcome,
  reason,
  column: found.column ?? null,
  message,
  order_id: found.order_id ?? null,
  supply_date: IsoDate.safeParse(day).data ?? null,
  country: found.country ?? null,
  currency: found.currency ?? null,
  gross_amount_minor: gross_minor ?? null,
  value: found.value ?? null,
});

/** Byte order mark; spreadsheets need it to detect UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

const COLUMNS = [
  "row",
  "outcome",
  "reason",
  "column",
  "message",
  "order_id",
  "supply_date",
  "country",
  "currency",
  "gross_amount",
  "value",
];

export const findingsHead = (): string => BYTE_ORDER_MARK + csvTypedLines([COLUMNS], PLAIN_CSV);

export const findingsLines = (findings: readonly RowFinding[]): string =>
  csvTypedLines(
    findings.map(({ at, outcome, reason, column = "", message, ...facts }) => [
      at,
      outcome,
      reason,
      column,
      message,
      ...factCells(facts),
    ]),
    PLAIN_CSV,
  );

const factCells = ({
  order_id = "",
  day = "",
  country = "",
  currency = "",
  gross_minor,
  value = "",
}: Partial<RowFinding>) => [
  order_id,
  day,
  country,
  currency,
  gross_minor === undefined ? "" : new DecimalField(decimalString(gross_minor, currency)),
  value,
];
