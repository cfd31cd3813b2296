import { patience, withRetries } from "../../platform/retries.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, EventState } from "../events/event-record.ts";
import { simulateFollowUps } from "./dry-run-follow-ups.ts";
import { planCommit, referredId } from "./plan.ts";
import { propagateConsignment } from "./propagate-consignment.ts";
import { propagateToRefunds } from "./propagate-to-refunds.ts";
import { errorOfEvents, type RejectedEvent, rejectedAmong } from "./rejected-events.ts";
import { LedgerSession } from "./session.ts";
import { writePlan } from "./store-write.ts";
import { WritePlan } from "./write-plan.ts";

/** Events looked at for one transaction; how many of them fit depends on the sums they share. */
const EVENTS_PER_PLAN = 90;

/** How events are posted. */
type Posting = {
  /** All is planned as it would be, and nothing is written. */
  readonly dry_run?: boolean | undefined;
  /** What has been read of the ledger for it, strongly. */
  readonly known?: ReadonlyMap<string, EventState>;
  /** Is told of records that cannot be committed. Where it does not throw, the others are committed. */
  readonly onRejected: (refused: ReadonlyMap<EventRecord, RejectedEvent>) => void;
};

/** All of them or none. */
const REFUSING: Posting = {
  onRejected: (refused) => {
    throw errorOfEvents(new Map([...refused.values()].entries()));
  },
};

/**
 * Commits events: each once, with its sums and links, in as few transactions as they fit into.
 * Answers the stored records in the order given, undefined for one that was refused; a record of another
 * `commit_id` was there before.
 * @throws DomainError `event_conflict` when an id is taken by other content, `invalid_request` when a
 *   consignment is full, unless `onRefused` takes them; found before anything is written, unless of another writer at the
 *   same time.
 */
export async function postEvents(
  account: string,
  boundaries: Boundaries,
  records: readonly EventRecord[],
  posting: Posting = REFUSING,
): Promise<(EventRecord | undefined)[]> {
  const session = new LedgerSession(account, boundaries, posting.known);
  const refused = new Set<EventRecord>();
  const work: Work = { session, posting, refused };
  await session.load(records.map((record) => record.event_id));
  await session.loadConsignments(records);
  leaveOut(work, records);
  const giveUpAt = patience();
  for (let pending = bySums(refundedOf(work, records)); pending.length > 0; ) {
    await withRetries(() => commitSome(work, pending), giveUpAt);
    pending = refundedOf(work, pending).filter((one) => !session.state(one.event_id).event);
  }
  if (posting.dry_run) await simulateFollowUps(session, refundedOf(work, records));
  const last = posting.dry_run ? session : await settled(session, refundedOf(work, records));
  return records.map((record) =>
    refused.has(record) ? undefined : last.state(record.event_id).event,
  );
}

type Work = {
  readonly session: LedgerSession;
  readonly posting: Posting;
  readonly refused: Set<EventRecord>;
};

const refundedOf = ({ refused }: Work, records: readonly EventRecord[]): EventRecord[] =>
  records.filter((record) => !refused.has(record));

/** Leaves out what the ledger cannot take, as far as it is known. */
function leaveOut({ session, posting, refused }: Work, records: readonly EventRecord[]): void {
  const found = rejectedAmong(session, records);
  if (found.size === 0) return;
  posting.onRejected(found);
  for (const record of found.keys()) refused.add(record);
}

/** Moves what did not fit into the transactions of these records; the session that knows them after that. */
async function settled(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<LedgerSession> {
  const { account, boundaries } = session;
  const ids = records.map((record) => record.event_id);
  const concerned = [...ids, ...records.map(referredId).filter((id) => id !== undefined)];
  // What was written before another write failed was forgotten with the rest.
  await session.load(concerned);
  await session.loadConsignments(records);
  const unpropagated = [...new Set(concerned)].filter((id) => session.state(id).event?.settling);
  const consignments = [...new Set(records.map((record) => consignmentIdOf(record) ?? ""))];
  const tipped = consignments.filter((id) => session.consignment(id).settling);
  if (unpropagated.length === 0 && tipped.length === 0) return session;
  for (const id of unpropagated) await propagateToRefunds(account, boundaries, id);
  for (const id of tipped) await propagateConsignment(account, boundaries, id);
  // Settling has moved events of this request, too, and the answer must not say otherwise.
  const after = new LedgerSession(account, boundaries);
  await after.load(ids);
  return after;
}

/**
 * Neighbours share sums, and a sum is written once a transaction, however many events share it. The row of
 * the return decides first, of which a batch has more than days.
 */
function bySums(records: readonly EventRecord[]): readonly EventRecord[] {
  const sumsOf = (record: EventRecord) =>
    `${record.currency} ${record.consumption_country} ${record.vat_rate_bps} ${record.supply_date}`;
  return records
    .map((record) => ({ record, sums: sumsOf(record) }))
    .sort((a, b) => (a.sums < b.sums ? -1 : a.sums > b.sums ? 1 : 0))
    .map(({ record }) => record);
}

/** Commits the first of `pending`, as many as one transaction takes. */
async function commitSome(work: Work, pending: readonly EventRecord[]): Promise<void> {
  const { session } = work;
  const next = pending.slice(0, EVENTS_PER_PLAN);
  await session.prepare(next);
  leaveOut(work, next);
  const plan = new WritePlan(session);
  for (const record of refundedOf(work, next)) {
    if (plan.state(record.event_id).event) continue;
    const steps = planCommit(plan, record);
    if (!plan.hasRoomFor(steps)) break;
    plan.add(steps);
  }
  await write(work, plan, next);
}

async function write({ session, posting }: Work, plan: WritePlan, records: readonly EventRecord[]) {
  if (posting.dry_run) return session.adoptUnwritten(plan);
  try {
    await writePlan(session.account, plan);
  } catch (error) {
    session.forget(plan, records);
    throw error;
  }
  session.adopt(plan);
}
