import { patience, withRetries } from "../../platform/retries.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, EventState } from "../events/event-record.ts";
import { simulateFollowUps } from "./dry-run-follow-ups.ts";
import { referredId } from "./plan.ts";
import { bySums, EVENTS_AT_ONCE, planBatch, planBatches } from "./plan-batch.ts";
import { propagateConsignment } from "./propagate-consignment.ts";
import { propagateToRefunds } from "./propagate-to-refunds.ts";
import { errorOfEvents, type RejectedEvent, rejectedAmong } from "./rejected-events.ts";
import { LedgerSession } from "./session.ts";
import { writePlans } from "./store-write.ts";
import type { WritePlan } from "./write-plan.ts";

/** Options of a commit. */
type Posting = {
  /** Everything is planned as in a real commit, and nothing is written. */
  readonly dry_run?: boolean | undefined;
  /** Entries of the ledger that were read before, strongly consistent. */
  readonly known?: ReadonlyMap<string, EventState>;
  /** Receives the records that cannot be committed. If it does not throw, the other records are committed. */
  readonly onRejected: (refused: ReadonlyMap<EventRecord, RejectedEvent>) => void;
};

/** Commits all records or none. */
const REFUSING: Posting = {
  onRejected: (refused) => {
    throw errorOfEvents(new Map([...refused.values()].entries()));
  },
};

/**
 * Commits events, each once, with their sums and links, in as few transactions as possible. Returns the stored records
 * in the given order; undefined for a rejected record. A record with another `commit_id` was there before. Errors are
 * found before anything is written, except conflicts with a concurrent writer.
 * @throws DomainError `event_conflict` if an id belongs to other content, `invalid_request` if a consignment is full,
 * unless `onRejected` handles them.
 */
export async function postEvents(
  account: string,
  boundaries: Boundaries,
  records: readonly EventRecord[],
  posting: Posting = REFUSING,
): Promise<(EventRecord | undefined)[]> {
  const session = new LedgerSession(account, boundaries, posting.known);
  const refused = new Set<EventRecord>();
  const work: PlannedWork = { session, posting, refused };
  await session.load(records.map((record) => record.event_id));
  await session.loadConsignments(records);
  leaveOut(work, records);
  const giveUpAt = patience();
  for (let pending = bySums(acceptedOf(work, records)); pending.length > 0; ) {
    await withRetries(() => commitSome(work, pending), giveUpAt);
    pending = acceptedOf(work, pending).filter((one) => !session.state(one.event_id).event);
  }
  if (posting.dry_run) await simulateFollowUps(session, acceptedOf(work, records));
  const last = posting.dry_run ? session : await settled(session, acceptedOf(work, records));
  return records.map((record) =>
    refused.has(record) ? undefined : last.state(record.event_id).event,
  );
}

type PlannedWork = {
  readonly session: LedgerSession;
  readonly posting: Posting;
  readonly refused: Set<EventRecord>;
};

const acceptedOf = ({ refused }: PlannedWork, records: readonly EventRecord[]): EventRecord[] =>
  records.filter((record) => !refused.has(record));

/** Leaves out the records that the ledger cannot take, as far as its state is known. */
function leaveOut(
  { session, posting, refused }: PlannedWork,
  records: readonly EventRecord[],
): void {
  const found = rejectedAmong(session, records);
  if (found.size === 0) return;
  posting.onRejected(found);
  for (const record of found.keys()) refused.add(record);
}

/** Moves the events that did not fit into the transactions of these records. Returns a session with the result. */
async function settled(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<LedgerSession> {
  const { account, boundaries } = session;
  const ids = records.map((record) => record.event_id);
  const concerned = [...ids, ...records.map(referredId).filter((id) => id !== undefined)];
  // A failed write has discarded the entries of earlier successful writes as well.
  await session.load(concerned);
  await session.loadConsignments(records);
  const unpropagated = [...new Set(concerned)].filter((id) => session.state(id).event?.propagating);
  const consignments = [...new Set(records.map((record) => consignmentIdOf(record) ?? ""))];
  const tipped = consignments.filter((id) => session.consignment(id).propagating);
  if (unpropagated.length === 0 && tipped.length === 0) return session;
  for (const id of unpropagated) await propagateToRefunds(account, boundaries, id);
  for (const id of tipped) await propagateConsignment(account, boundaries, id);
  // Propagation may have moved events of this request as well, so the response needs their new state.
  const after = new LedgerSession(account, boundaries);
  await after.load(ids);
  return after;
}

/** Commits as many of the first `pending` records as one transaction takes, or two that can be sent together. */
async function commitSome(work: PlannedWork, pending: readonly EventRecord[]): Promise<void> {
  const { session, posting } = work;
  const next = pending.slice(0, EVENTS_AT_ONCE);
  await session.prepare(next);
  leaveOut(work, next);
  const accepted = acceptedOf(work, next);
  const plans = posting.dry_run ? [planBatch(session, accepted)] : planBatches(session, accepted);
  await write(work, plans, next);
}

async function write(
  { session, posting }: PlannedWork,
  plans: readonly WritePlan[],
  records: readonly EventRecord[],
) {
  if (posting.dry_run) {
    for (const plan of plans) await session.adoptUnwritten(plan);
    return;
  }
  const outcomes = await writePlans(session.account, plans);
  for (const [n, plan] of plans.entries()) {
    if (outcomes[n]?.status === "fulfilled") session.adopt(plan);
  }
  const failed = outcomes.find(({ status }) => status === "rejected");
  if (failed?.status !== "rejected") return;
  for (const plan of plans) session.forget(plan, records);
  throw failed.reason;
}
