import { DomainError } from "../../core/errors/errors.ts";
import { commitEvents } from "../../ledger/commit/commit-events.ts";
import { NewEvent } from "../../ledger/events/schema.ts";
import type { ImportedEvent } from "../formats/outcome.ts";
import { fateOfCommit } from "./counts.ts";

/** The events of one row of a file: they are taken together, or refused together. */
export type RowOfEvents = { readonly at: string; readonly events: readonly ImportedEvent[] };

/** `message` says why a row was refused. */
export type CommittedRow =
  | { readonly fate: "committed" | "duplicate"; readonly message?: undefined }
  | { readonly fate: "conflict" | "rejected"; readonly message: string };

/** When rows are committed, and by whom: what the same one has committed before is not a duplicate. */
type Committing = {
  readonly now: Date;
  readonly commit_id: string;
  /** Nothing is written, and each row is answered for as if it were. */
  readonly dry_run: boolean;
};

/**
 * Commits rows at once, and answers for each in order. The ledger takes a request whole or not at all:
 * one that it refuses is halved until the row is found that it cannot take.
 */
export async function commitRows(
  account: string,
  rows: readonly RowOfEvents[],
  by: Committing,
): Promise<CommittedRow[]> {
  if (rows.length === 0) return [];
  const { now, ...how } = by;
  try {
    const events = rows.flatMap((row) => row.events.map((one) => NewEvent.parse(one)));
    const items = await commitEvents(account, events, now, how);
    const statuses = new Map(items.map(({ event_id, status }) => [event_id, status]));
    return rows.map((row) => {
      const own = row.events.map(({ event_id }) => statuses.get(event_id) ?? "duplicate");
      return { fate: fateOfCommit(own) === "committed" ? "committed" : "duplicate" };
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length === 1) return [refusedRow(error)];
    const middle = rows.length >> 1;
    return [
      ...(await commitRows(account, rows.slice(0, middle), by)),
      ...(await commitRows(account, rows.slice(middle), by)),
    ];
  }
}

/** What is wrong with the events; all else may be better when the file is imported again. */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && ["event_conflict", "invalid_request"].includes(error.code);

function refusedRow({ code, message, details }: DomainError): CommittedRow {
  if (code === "event_conflict") {
    return { fate: "conflict", message: "The ledger has this id with different content." };
  }
  return { fate: "rejected", message: details?.[0]?.message ?? message };
}
