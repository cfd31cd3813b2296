import * as z from "zod";
import { DomainError, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadEventState } from "../../ledger/events/store-events.ts";
import { EventId } from "../../vat/schemes/event-fields.ts";
import type { ImportJob } from "./job.ts";
import { leftOutRow } from "./left-out.ts";
import type { RowFinding } from "./part-report.ts";
import { findRow } from "./row-findings.ts";
import { loadImportJob, saveSettledRow } from "./store-jobs.ts";

/** Maximum number of rows of one import that are settled one by one; they are part of its item. */
const MOST_ROWS = 500;

/** Body of POST /v1/imports/{id}/settled-rows. */
export const RowSettlement = z
  .strictObject({
    row: z.string().min(1).max(200).describe("The row, as `GET …/rows` names it"),
    event_id: EventId.describe("The event in the ledger that was entered for the row"),
  })
  .meta({ id: "RowSettlement" });
type RowSettlement = z.output<typeof RowSettlement>;

/** Number of attempts to settle a row while others settle rows of the same import. */
const MOST_ATTEMPTS = 20;

/**
 * Records that an event stands in the ledger for one row of an import, so that this row keeps no return waiting. The
 * first event stays, and a repetition with it changes nothing.
 * @throws DomainError `not_found`, `import_state_conflict`, `invalid_request` for an event that is not in the ledger;
 *   `not_ready`
 */
export async function settleImportRow(
  ledger: LedgerId,
  id: string,
  { row, event_id }: RowSettlement,
): Promise<ImportJob> {
  let finding: RowFinding | undefined;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const job = await loadImportJob(ledger, id);
    if (!job) throw notFound("import");
    if (job.settled_rows?.[row] === event_id) return job;
    rejectSettling(job, row);
    finding ??= await foundRow(ledger, job, { row, event_id });
    const open = isOpen(finding) ? leftOutRow(finding.reason, finding.day, finding) : undefined;
    const settled = await saveSettledRow(ledger, job, { row, event_id, open });
    if (settled) return settled;
  }
  throw new DomainError("not_ready", "the import is being changed by others, try again");
}

/** Returns the finding of a row for which an event of the ledger is named. */
async function foundRow(
  ledger: LedgerId,
  job: ImportJob,
  { row, event_id }: RowSettlement,
): Promise<RowFinding> {
  const { event } = await loadEventState(ledger, event_id);
  rejectFaulty(faultIf(!event, "event_id", "is no event of the ledger"));
  const finding = await findRow(ledger, job, row);
  if (!finding) throw notFound("row with a finding");
  return finding;
}

function rejectSettling(job: ImportJob, row: string): void {
  const { settled_rows: rows = {} } = job;
  const other = rows[row];
  const why =
    (other !== undefined && `row ${row} is settled by ${other}`) ||
    (job.state !== "completed" && "rows are settled when it is completed") ||
    (job.settled_at !== undefined && "all its rows are settled") ||
    (Object.keys(rows).length >= MOST_ROWS && `${MOST_ROWS} rows are settled one by one already`);
  if (why) throw new DomainError("import_state_conflict", why);
}

/** True if the row is not in the ledger; remarks are on rows that were taken. */
const isOpen = ({ outcome }: RowFinding): boolean =>
  outcome === "unresolved" || outcome === "rejected" || outcome === "conflict";
