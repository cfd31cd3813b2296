import { patience, withRetries } from "../../platform/retries.ts";
import type { Edges } from "../../vat/schemes/registration-segments.ts";
import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, Slot } from "../events/event-record.ts";
import { foresee } from "./dry-run-follow-ups.ts";
import { planCommit, referredId } from "./plan.ts";
import { settleConsignment } from "./propagate-consignment.ts";
import { settle } from "./propagate-to-refunds.ts";
import { type RefusedEvent, refusalOfEvents, refusedAmong } from "./rejected-events.ts";
import { LedgerSession } from "./session.ts";
import { writeDraft } from "./store-write.ts";
import { Draft } from "./write-plan.ts";

/** Events looked at for one transaction; how many of them fit depends on the sums they share. */
const EVENTS_PER_DRAFT = 90;

/** How events are posted. */
type Posting = {
  /** All is planned as it would be, and nothing is written. */
  readonly dry_run?: boolean | undefined;
  /** What has been read of the ledger for it, strongly. */
  readonly known?: ReadonlyMap<string, Slot>;
  /** Is told of records that cannot be committed. Where it does not throw, the others are committed. */
  readonly onRefused: (refused: ReadonlyMap<EventRecord, RefusedEvent>) => void;
};

/** All of them or none. */
const REFUSING: Posting = {
  onRefused: (refused) => {
    throw refusalOfEvents(new Map([...refused.values()].entries()));
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
  edges: Edges,
  records: readonly EventRecord[],
  posting: Posting = REFUSING,
): Promise<(EventRecord | undefined)[]> {
  const session = new LedgerSession(account, edges, posting.known);
  const refused = new Set<EventRecord>();
  const work: Work = { session, posting, refused };
  await session.load(records.map((record) => record.event_id));
  await session.loadConsignments(records);
  leaveOut(work, records);
  const giveUpAt = patience();
  for (let pending = bySums(takenOf(work, records)); pending.length > 0; ) {
    await withRetries(() => commitSome(work, pending), giveUpAt);
    pending = takenOf(work, pending).filter((one) => !session.slot(one.event_id).event);
  }
  if (posting.dry_run) await foresee(session, takenOf(work, records));
  const last = posting.dry_run ? session : await settled(session, takenOf(work, records));
  return records.map((record) =>
    refused.has(record) ? undefined : last.slot(record.event_id).event,
  );
}

type Work = {
  readonly session: LedgerSession;
  readonly posting: Posting;
  readonly refused: Set<EventRecord>;
};

const takenOf = ({ refused }: Work, records: readonly EventRecord[]): EventRecord[] =>
  records.filter((record) => !refused.has(record));

/** Leaves out what the ledger cannot take, as far as it is known. */
function leaveOut({ session, posting, refused }: Work, records: readonly EventRecord[]): void {
  const found = refusedAmong(session, records);
  if (found.size === 0) return;
  posting.onRefused(found);
  for (const record of found.keys()) refused.add(record);
}

/** Moves what did not fit into the transactions of these records; the session that knows them after that. */
async function settled(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<LedgerSession> {
  const { account, edges } = session;
  const ids = records.map((record) => record.event_id);
  const concerned = [...ids, ...records.map(referredId).filter((id) => id !== undefined)];
  // What was written before another write failed was forgotten with the rest.
  await session.load(concerned);
  await session.loadConsignments(records);
  const unsettled = [...new Set(concerned)].filter((id) => session.slot(id).event?.settling);
  const consignments = [...new Set(records.map((record) => consignmentIdOf(record) ?? ""))];
  const tipped = consignments.filter((id) => session.consignment(id).settling);
  if (unsettled.length === 0 && tipped.length === 0) return session;
  for (const id of unsettled) await settle(account, edges, id);
  for (const id of tipped) await settleConsignment(account, edges, id);
  // Settling has moved events of this request, too, and the answer must not say otherwise.
  const after = new LedgerSession(account, edges);
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
  const next = pending.slice(0, EVENTS_PER_DRAFT);
  await session.prepare(next);
  leaveOut(work, next);
  const draft = new Draft(session);
  for (const record of takenOf(work, next)) {
    if (draft.slot(record.event_id).event) continue;
    const steps = planCommit(draft, record);
    if (!draft.hasRoomFor(steps)) break;
    draft.add(steps);
  }
  await write(work, draft, next);
}

async function write({ session, posting }: Work, draft: Draft, records: readonly EventRecord[]) {
  if (posting.dry_run) return session.adoptUnwritten(draft);
  try {
    await writeDraft(session.account, draft);
  } catch (error) {
    session.forget(draft, records);
    throw error;
  }
  session.adopt(draft);
}
