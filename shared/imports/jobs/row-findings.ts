import { parse } from "csv-parse/sync";
import * as z from "zod";
import { IsoDate, MonthKey } from "../../core/calendar/schema.ts";
import { notFound } from "../../core/errors/errors.ts";
import { BYTE_ORDER_MARK, csvTypedLines, DecimalField, PLAIN_CSV } from "../../core/files/csv.ts";
import type { LedgerId } from "../../core/ids.ts";
import { severalOf } from "../../core/input/fields.ts";
import { countThatFits, cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { type Currency, decimalString } from "../../core/money/money.ts";
import { minorUnitsOf } from "../formats/parse-values.ts";
import type { ImportJob } from "./job.ts";
import type { RowFinding } from "./part-report.ts";
import { hasFindings, ImportErrorView, importErrorView } from "./schema.ts";
import { loadImportJob } from "./store-jobs.ts";
import { findingsObject, readText } from "./store-objects.ts";

const OUTCOMES = ["event", "excluded", "unresolved", "rejected", "conflict"] as const;

const LIST = "import_rows";

/** A position in the findings of an import: the part, from 1, and the index in it, from 0. */
const FindingPlace = z.tuple([z.int().min(1), z.int().min(0)]);
type FindingPlace = z.output<typeof FindingPlace>;

export const FoundRowQuery = z.strictObject({
  outcome: z
    .enum(OUTCOMES)
    .optional()
    .describe("Only rows with this outcome; `event` are remarks on rows that were taken"),
  reason: severalOf(z.string().max(100))
    .optional()
    .describe(
      "Only rows with this reason, as `reasons` of the import lists them; several are separated by commas",
    ),
  month: severalOf(MonthKey)
    .optional()
    .describe(
      "Only rows whose supply is in this month, such as 2026-10; several are separated by commas",
    ),
  limit: Limit,
  cursor: cursorParam(LIST, FindingPlace),
});
export type FoundRowQuery = z.output<typeof FoundRowQuery>;

const FoundRow = z
  .strictObject({
    row: z.string().describe("Position of the row in the file"),
    outcome: z.enum(OUTCOMES),
    reason: z.string().describe("Code of the reason, for programs"),
    column: z.string().nullable().describe("Name of the column in the file; null without"),
    message: z.string().describe("Explanation of the finding, for people"),
    order_id: z.string().nullable().describe("The shop's own number of the order"),
    shop_order_id: z
      .string()
      .nullable()
      .describe(
        "Id of the order in the shop: an event that is entered for the row as `<source_id>:<shop_order_id>:<supply_kind>:<vat_rate_bps>` is the one that a later file would bring; null where orders have none",
      ),
    supply_date: IsoDate.nullable().describe("Day of the supply; null if it cannot be read"),
    country: z.string().nullable().describe("Country code of the customer in the file"),
    currency: z.string().nullable(),
    gross_amount_minor: z
      .int()
      .nullable()
      .describe(
        "Amount with VAT in minor units of `currency`; negative for money that was paid back; null if unknown",
      ),
    value: z
      .string()
      .nullable()
      .describe("The beginning of the cell in `column`, if that is a code, a day or an amount"),
    settled_event_id: z
      .string()
      .nullable()
      .describe("The event that was entered for this row by hand; null without one"),
  })
  .meta({ id: "ImportRow" });

export const FoundRowList = z
  .strictObject({
    items: z.array(FoundRow),
    next_cursor: z.string().nullable(),
    error: ImportErrorView.describe("Reason why the import has failed; null otherwise"),
  })
  .meta({ id: "ImportRowList" });

type PlacedFinding = { readonly place: FindingPlace; readonly finding: RowFinding };

/** Findings in order, and the position of the first one that was not read; undefined at the end. */
type FoundRows = {
  readonly found: readonly PlacedFinding[];
  readonly next: FindingPlace | undefined;
};

/** Returns a page of `limit` findings; the next page begins with the first finding that was left out. */
export function foundRowsPage(
  { found, next }: FoundRows,
  job: ImportJob,
  limit: number,
): z.output<typeof FoundRowList> {
  const rows = found.slice(0, limit).map(({ finding }) => ({
    ...rowView(finding),
    settled_event_id: job.settled_rows?.[finding.at] ?? null,
  }));
  const items = rows.slice(0, countThatFits(rows));
  const place = found[items.length]?.place ?? next;
  const next_cursor = place ? cursorAt(LIST, place) : null;
  return { items, next_cursor, error: importErrorView(job) };
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
  shop_order_id: found.shop_order_id ?? null,
});

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
  "shop_order_id",
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
  currency,
  gross_minor,
  value = "",
  shop_order_id = "",
}: Partial<RowFinding>) => [
  order_id,
  day,
  country,
  currency ?? "",
  gross_minor === undefined || !currency
    ? ""
    : new DecimalField(decimalString(gross_minor, currency)),
  value,
  shop_order_id,
];

/** Parses the findings in lines of `findingsLines`, which have no header. */
const findingsIn = (lines: string): RowFinding[] =>
  (parse(lines) as string[][]).map(
    ([at = "", outcome = "", reason = "", column = "", message = "", ...facts]) => ({
      at,
      // Written by this version of the code, or an earlier one.
      outcome: outcome as RowFinding["outcome"],
      reason,
      ...(column && { column }),
      message,
      ...factsIn(facts),
    }),
  );

/** Parses the cells after the message; files of an earlier version have none. */
function factsIn([order_id, day, country, code, gross, value, key]: readonly string[]) {
  return {
    ...(order_id && { order_id: withoutMark(order_id) }),
    ...(day && { day }),
    ...(country && { country }),
    ...(code &&
      gross && { currency: code as Currency, gross_minor: minorUnitsOf(gross, code, "gross") }),
    ...(value && { value: withoutMark(value) }),
    ...(key && { shop_order_id: withoutMark(key) }),
  };
}

/** Removes the apostrophe that keeps spreadsheets from reading a cell as a formula. */
const withoutMark = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, "");

/** Number of parts whose findings are read at once. */
const READ_AT_ONCE = 8;
/** Maximum number of parts read in one call: most parts of a large file have none, and the user waits. */
const MOST_PARTS = 64;

/**
 * Lists the findings of an import from `cursor` on: `limit` of them and the rest of their parts, or fewer if many parts
 * have none.
 */
export async function listFoundRows(
  ledger: LedgerId,
  job: ImportJob,
  { outcome, reason, month, limit, cursor = [1, 0] }: FoundRowQuery,
): Promise<FoundRows> {
  const { row_parts = 0, correction_parts = 0 } = job;
  const last = row_parts + correction_parts;
  const found: PlacedFinding[] = [];
  let [first] = cursor;
  const end = Math.min(last, first + MOST_PARTS - 1);
  for (; first <= end && found.length <= limit; first += READ_AT_ONCE) {
    const parts = numbersFrom(first, Math.min(READ_AT_ONCE, end - first + 1));
    const read = await Promise.all(parts.map((part) => findingsOfPart(ledger, job, part)));
    found.push(
      ...read
        .flat()
        .filter(({ place }) => isFrom(place, cursor))
        .filter(({ finding }) => outcome === undefined || finding.outcome === outcome)
        .filter(({ finding }) => isOf(finding.reason, reason))
        .filter(({ finding }) => isOf(finding.day?.slice(0, "2026-10".length), month)),
    );
  }
  const after = Math.min(first, end + 1);
  return { found, next: after > last ? undefined : [after, 0] };
}

/** Returns the first finding of a row; undefined if the import has none. */
export async function findRow(
  ledger: LedgerId,
  job: ImportJob,
  row: string,
): Promise<RowFinding | undefined> {
  let cursor: FindingPlace | undefined = [1, 0];
  while (cursor) {
    const page: FoundRows = await listFoundRows(ledger, job, { limit: ROWS_PER_PAGE, cursor });
    const found = page.found.find(({ finding }) => finding.at === row);
    if (found) return found.finding;
    cursor = page.next;
  }
  return undefined;
}

/** More rows than the findings of eight parts, which are read at once, so that a page ends with a part. */
const ROWS_PER_PAGE = 10_000;

async function findingsOfPart(
  ledger: LedgerId,
  { id, pass }: ImportJob,
  part: number,
): Promise<PlacedFinding[]> {
  const text = await readText(findingsObject(ledger, id, pass, part));
  return findingsIn(text ?? "").map((finding, at) => ({ place: [part, at], finding }));
}

const numbersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => first + n);

const isFrom = ([part, at]: FindingPlace, [firstPart, first]: FindingPlace): boolean =>
  part > firstPart || at >= first;

const isOf = (value: string | undefined, asked: readonly string[] | undefined): boolean =>
  asked === undefined || (value !== undefined && asked.includes(value));

/**
 * Loads an import for its file of findings.
 * @throws DomainError `not_found` if there is none, or it has no findings yet
 */
export async function loadImportWithFindings(ledger: LedgerId, id: string): Promise<ImportJob> {
  const job = await loadImportJob(ledger, id);
  if (!job || !hasFindings(job)) throw notFound("list of findings");
  return job;
}

/**
 * Loads an import for its rows. One that has failed has a reason instead of findings.
 * @throws DomainError `not_found` if there is none, or its rows are not read yet
 */
export async function loadImportWithRows(ledger: LedgerId, id: string): Promise<ImportJob> {
  const job = await loadImportJob(ledger, id);
  return job?.state === "failed" ? job : loadImportWithFindings(ledger, id);
}
