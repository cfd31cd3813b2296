import { withRetries } from "../../platform/retries.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import type { Edges } from "../../vat/schemes/registration-segments.ts";
import type { EventRecord } from "../events/event-record.ts";
import { loadLinks, loadSlot } from "../events/store-events.ts";
import { MOVES_PER_WRITE, planSettlement } from "./plan.ts";
import { LedgerSession } from "./session.ts";
import { clearSettling, unchanged, writeDraft } from "./store-write.ts";
import { Draft } from "./write-plan.ts";

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
