import { DomainError } from "../../core/errors/errors.ts";
import { fingerprintOf } from "../../core/hash.ts";
import { changeEvent } from "../../ledger/commit/change-event.ts";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { undoneRecord } from "../../ledger/events/re-evaluate.ts";
import { loadEventStates } from "../../ledger/events/store-events.ts";
import { withoutFreeText } from "../../ledger/records/free-text.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { undoMovements } from "../movements/store-movements.ts";
import { byImport, movementsOf, readPart } from "./commit-part.ts";
import { commitIdOf, type ImportJob, NO_COUNTS } from "./job.ts";
import { markImportPart } from "./store-jobs.ts";

/** Number of events changed at once; more would conflict at the sums they share. */
const CHANGES_AT_ONCE = 4;

/**
 * Removes the events of one part of an import from the ledger, except events that were there before, and records that
 * in one write. Repeating it changes nothing.
 * @returns the updated import; undefined if another worker has recorded that part.
 */
export async function undoImportPart(
  account: string,
  job: ImportJob,
  part: number,
  now: Date,
): Promise<ImportJob | undefined> {
  const { rows: read, resolved: rows } = await readPart(account, job, part);
  await undoMovements(account, movementsOf(read), byImport(job, now));
  const ids = rows.flatMap(({ outcome }) =>
    outcome.outcome === "event" ? outcome.events.map(({ event_id }) => event_id) : [],
  );
  const { items } = await loadRegistrations(account);
  const own = await ownOf(account, job, ids);
  const step = { at: now.toISOString(), key_id: job.undone_by ?? job.requested_by };
  for (let at = 0; at < own.length; at += CHANGES_AT_ONCE) {
    const some = own.slice(at, at + CHANGES_AT_ONCE);
    await Promise.all(some.map((id) => undo(account, boundariesOf(items), id, { job, step })));
  }
  return markImportPart(account, job, part, NO_COUNTS);
}

const isOwn = (record: EventRecord | undefined, job: ImportJob): boolean =>
  record?.commit_id === commitIdOf(job);

async function ownOf(account: string, job: ImportJob, ids: readonly string[]): Promise<string[]> {
  const slots = await loadEventStates(account, ids);
  return [...new Set(ids)].filter((id) => isOwn(slots.get(id)?.event, job));
}

/**
 * Returns the undone event. No law requires the free text of a supply that never took place (Art. 5(1)(e) GDPR). It is
 * erased now, because a later erasure finds events by lists and an undone event is in none.
 */
function undone(seen: EventRecord, step: Step): EventRecord {
  const outside = { ...seen, treatment: "outside_scope" as const };
  return undoneRecord(withoutFreeText(outside, new Date(step.at), fingerprintOf), step);
}

type Step = { readonly at: string; readonly key_id: string };
type Undoing = { readonly job: ImportJob; readonly step: Step };

async function undo(account: string, boundaries: Boundaries, id: string, { job, step }: Undoing) {
  try {
    await changeEvent(account, boundaries, id, (seen) =>
      isOwn(seen, job) && !seen.undone ? undone(seen, step) : seen,
    );
  } catch (error) {
    // Another worker with the same part was faster.
    if (!(error instanceof DomainError && error.code === "not_found")) throw error;
  }
}
