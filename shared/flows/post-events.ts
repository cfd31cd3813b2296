import { consignmentIdOf, refuseOverfull, withMember } from "../ledger/consignment-sum.ts";
import { Draft } from "../ledger/draft.ts";
import type { EventRecord } from "../ledger/ledger-view.ts";
import { referredId } from "../ledger/moves.ts";
import { planCommit } from "../ledger/plan.ts";
import { DomainError } from "../refusals/errors.ts";
import type { Edges } from "../schemes/segments.ts";
import { writeDraft } from "../store/ledger-write.ts";
import { patience, withRetries } from "../store/retries.ts";
import { LedgerSession } from "./ledger-session.ts";
import { settle } from "./settle.ts";
import { settleConsignment } from "./settle-consignment.ts";

/** Events looked at for one transaction; how many of them fit depends on the sums they share. */
const EVENTS_PER_DRAFT = 90;

/**
 * Commits events: each once, with its sums and links, in as few transactions as they fit into.
 * Answers the stored records in the order given; a record of another `commit_id` was there before.
 * @throws DomainError `event_conflict` when an id is taken by other content, `invalid_request` when a
 *   consignment is full; found before anything is written, unless of another writer at the same time.
 */
export async function postEvents(
  account: string,
  edges: Edges,
  records: readonly EventRecord[],
): Promise<EventRecord[]> {
  const session = new LedgerSession(account, edges);
  await session.load(records.map((record) => record.event_id));
  refuseConflicts(session, records);
  await session.loadConsignments(records);
  refuseOverfullOnes(session, records);
  const giveUpAt = patience();
  for (let pending = bySums(records); pending.length > 0; ) {
    await withRetries(() => commitSome(session, pending), giveUpAt);
    pending = pending.filter((record) => !session.slot(record.event_id).event);
  }
  const stored = (view: LedgerSession) =>
    records.map((record) => view.slot(record.event_id).event as EventRecord);
  const concerned = records.flatMap((record) => [record.event_id, referredId(record) ?? ""]);
  const unsettled = [...new Set(concerned)].filter((id) => session.slot(id).event?.settling);
  const consignments = [...new Set(records.map((record) => consignmentIdOf(record) ?? ""))];
  const tipped = consignments.filter((id) => session.consignment(id).settling);
  if (unsettled.length === 0 && tipped.length === 0) return stored(session);
  for (const id of unsettled) await settle(account, edges, id);
  for (const id of tipped) await settleConsignment(account, edges, id);
  // Settling has moved events of this request, too, and the answer must not say otherwise.
  const settled = new LedgerSession(account, edges);
  await settled.load(records.map((record) => record.event_id));
  return stored(settled);
}

/** Neighbours share sums, and a sum is written once a transaction, however many events share it. */
function bySums(records: readonly EventRecord[]): readonly EventRecord[] {
  const sumsOf = (record: EventRecord) =>
    `${record.supply_date} ${record.consumption_country} ${record.vat_rate_bps} ${record.currency}`;
  return records
    .map((record) => ({ record, sums: sumsOf(record) }))
    .sort((a, b) => (a.sums < b.sums ? -1 : a.sums > b.sums ? 1 : 0))
    .map(({ record }) => record);
}

/** Commits the first of `pending`, as many as one transaction takes. */
async function commitSome(session: LedgerSession, pending: readonly EventRecord[]): Promise<void> {
  const next = pending.slice(0, EVENTS_PER_DRAFT);
  await session.prepare(next);
  refuseConflicts(session, next);
  const draft = new Draft(session);
  for (const record of next) {
    if (draft.slot(record.event_id).event) continue;
    const steps = planCommit(draft, record);
    if (!draft.hasRoomFor(steps)) break;
    draft.add(steps);
  }
  await write(session, draft, next);
}

async function write(session: LedgerSession, draft: Draft, records: readonly EventRecord[]) {
  try {
    await writeDraft(session.account, draft);
  } catch (error) {
    session.forget(draft, records);
    throw error;
  }
  session.adopt(draft);
}

/** A consignment that would become too full is found before anything is written, too. */
function refuseOverfullOnes(session: LedgerSession, records: readonly EventRecord[]): void {
  const arriving = records.filter(({ event_id }) => !session.slot(event_id).event);
  for (const [id, own] of Map.groupBy(arriving, consignmentIdOf)) {
    if (id === undefined) continue;
    const seen = session.consignment(id);
    refuseOverfull(id, seen, own.reduce(withMember, seen));
  }
}

/** An id stands for one content, in the ledger and within a request. */
function refuseConflicts(session: LedgerSession, records: readonly EventRecord[]): void {
  const first = new Map(records.toReversed().map((record) => [record.event_id, record]));
  const taken = records.filter((record) => {
    const { event, undone } = session.slot(record.event_id);
    const holder = event ?? first.get(record.event_id);
    // What is on its way of an import that was undone must not come after it.
    const isOfUndone = undone?.commit_id === record.commit_id;
    return isOfUndone || holder?.fingerprint !== record.fingerprint;
  });
  if (taken.length === 0) return;
  const ids = [...new Set(taken.map((record) => record.event_id))];
  throw new DomainError(
    "event_conflict",
    `taken by other content: ${ids.slice(0, 5).join(", ")}${ids.length > 5 ? ", …" : ""}`,
    ids.map((id) => ({ field: "event_id", message: `${id} is taken by other content` })),
  );
}
