import { parse } from "csv-parse/sync";
import { notFound } from "../../core/errors/errors.ts";
import { minorUnitsOf } from "../formats/parse-amount.ts";
import type { ImportJob } from "./job.ts";
import type { RowFinding } from "./part-report.ts";
import type { FindingPlace, FoundRowQuery, FoundRows, PlacedFinding } from "./row-findings.ts";
import { hasFindings } from "./schema.ts";
import { loadImportJob } from "./store-jobs.ts";
import { findingsObject, readText } from "./store-objects.ts";

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
function factsIn([order_id, day, country, currency, gross, value]: readonly string[]) {
  return {
    ...(order_id && { order_id: withoutMark(order_id) }),
    ...(day && { day }),
    ...(country && { country }),
    ...(currency && gross && { currency, gross_minor: minorUnitsOf(gross, currency, "gross") }),
    ...(value && { value: withoutMark(value) }),
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
  account: string,
  job: ImportJob,
  { outcome, reason, limit, cursor = [1, 0] }: FoundRowQuery,
): Promise<FoundRows> {
  const { row_parts = 0, correction_parts = 0 } = job;
  const last = row_parts + correction_parts;
  const found: PlacedFinding[] = [];
  let [first] = cursor;
  const end = Math.min(last, first + MOST_PARTS - 1);
  for (; first <= end && found.length <= limit; first += READ_AT_ONCE) {
    const parts = numbersFrom(first, Math.min(READ_AT_ONCE, end - first + 1));
    const read = await Promise.all(parts.map((part) => findingsOfPart(account, job, part)));
    found.push(
      ...read
        .flat()
        .filter(({ place }) => isFrom(place, cursor))
        .filter(({ finding }) => isOf(finding.outcome, outcome) && isOf(finding.reason, reason)),
    );
  }
  const after = Math.min(first, end + 1);
  return { found, next: after > last ? undefined : [after, 0] };
}

async function findingsOfPart(
  account: string,
  { id, pass }: ImportJob,
  part: number,
): Promise<PlacedFinding[]> {
  const text = await readText(findingsObject(account, id, pass, part));
  return findingsIn(text ?? "").map((finding, at) => ({ place: [part, at], finding }));
}

const numbersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => first + n);

const isFrom = ([part, at]: FindingPlace, [firstPart, first]: FindingPlace): boolean =>
  part > firstPart || at >= first;

const isOf = (outcome: string, asked: string | undefined): boolean =>
  asked === undefined || outcome === asked;

/**
 * Loads an import for its findings.
 * @throws DomainError `not_found` if there is none, or it has no findings yet
 */
export async function loadImportWithFindings(account: string, id: string): Promise<ImportJob> {
  const job = await loadImportJob(account, id);
  if (!job || !hasFindings(job)) throw notFound("list of findings");
  return job;
}
