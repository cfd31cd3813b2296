import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Draft } from "../ledger/draft.ts";
import type { EventRecord, Slot } from "../ledger/ledger-view.ts";
import { MOVES_PER_WRITE, planChange, planSettlement, referredId } from "../ledger/plan.ts";
import { notFound } from "../refusals/errors.ts";
import type { Edges } from "../schemes/segments.ts";
import { dynamo, tableName } from "../store/dynamo.ts";
import { unchanged, writeDraft } from "../store/ledger-write.ts";
import { isOutage } from "../store/outage.ts";
import type { StartKey } from "../store/query.ts";
import { mayPass, withRetries } from "../store/retries.ts";
import { loadLinks, loadSlot } from "../store/supply-events.ts";
import { eventKey } from "../table/keys.ts";
import { LedgerSession } from "./ledger-session.ts";

/** What an event becomes, given what is now at the key of the one it refers to. */
type Decision = (record: EventRecord, original: Slot | undefined) => EventRecord;

/** The event as it is now, and how many events were written, those that refer to it included. */
type Change = { readonly record: EventRecord; readonly written: number };

/**
 * Replaces a committed event by what `decide` makes of it, and moves the sums of all events that
 * refer to it. `decide` may run again when another writer was faster. Once `isLate` says so no more
 * is begun: an event that is still settling then is taken up again by the next change or recount.
 * @throws DomainError `not_found`
 */
export async function changeEvent(
  account: string,
  edges: Edges,
  eventId: string,
  decide: Decision,
  isLate = () => false,
): Promise<Change> {
  let written = 0;
  const { record, unsettled } = await withRetries(async () => {
    const session = new LedgerSession(account, edges);
    const { record, original } = await loadPair(session, eventId);
    const decided = decide(record, original);
    const draft = new Draft(session);
    if (decided !== record) draft.add(planChange(draft, decided));
    try {
      written = draft.writes.size;
      await writeDraft(account, draft, guardOf(account, draft, original));
    } catch (error) {
      // Where the answer is lost it may have been written: the next attempt finds nothing to do then.
      if (!isOutage(error)) written = 0;
      throw error;
    }
    const concerned = [eventId, original?.event?.event_id ?? eventId];
    return {
      record: draft.slot(eventId).event as EventRecord,
      unsettled: new Set(concerned.filter((id) => draft.slot(id).event?.settling)),
    };
  });
  for (const id of unsettled) written += await settle(account, edges, id, isLate);
  return { record, written };
}

/** An event with all that a change of it looks at. */
async function loadPair(session: LedgerSession, eventId: string) {
  await session.load([eventId]);
  const record = session.slot(eventId).event;
  if (!record) throw notFound("supply event");
  await session.loadLinked(eventId);
  const original_id = referredId(record);
  if (original_id === undefined) return { record, original: undefined };
  await session.load([original_id]);
  // Its other non-sales: what this one takes back may take them above it, or below it again.
  await session.loadLinked(original_id);
  return { record, original: session.slot(original_id) };
}

/** Holds a change to the original it was decided by, unless it writes beside that anyway. */
const guardOf = (account: string, draft: Draft, original: Slot | undefined) =>
  original?.event && !draft.touched().includes(original.event.event_id)
    ? [unchanged(account, original.event)]
    : [];

/**
 * Moves the linked events that did not fit into the transaction of their original, some at a time,
 * and answers how many. Until it is done each of them counts where its own record says; a run that
 * dies is taken up again by the next request that commits or changes the original.
 */
export async function settle(
  account: string,
  edges: Edges,
  originalId: string,
  isLate = () => false,
): Promise<number> {
  const original = (await loadSlot(account, originalId)).event;
  let written = 0;
  if (!original?.settling) return written;
  let after: StartKey;
  do {
    if (isLate()) return written;
    const page = await loadLinks(account, originalId, MOVES_PER_WRITE, after);
    written += await withRetries(() => settleSome(account, edges, original, page.ids));
    after = page.next;
  } while (after);
  await clearSettling(account, original);
  return written;
}

async function settleSome(
  account: string,
  edges: Edges,
  original: EventRecord,
  ids: readonly string[],
): Promise<number> {
  const session = new LedgerSession(account, edges);
  await session.load([original.event_id, ...ids]);
  const current = session.slot(original.event_id).event;
  // Whoever has changed the original since settles it as well.
  if (current?.version !== original.version) return 0;
  const children = ids.map((id) => session.slot(id).event).filter((child) => child !== undefined);
  const draft = new Draft(session);
  draft.add(planSettlement(draft, current, children));
  await writeDraft(account, draft, [unchanged(account, current)]);
  return draft.writes.size;
}

async function clearSettling(account: string, original: EventRecord): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: eventKey(account, original.event_id),
        UpdateExpression: "REMOVE settling",
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": original.version },
      }),
    );
  } catch (error) {
    if (!mayPass(error)) throw error;
  }
}
