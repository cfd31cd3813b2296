import { withRetries } from "../../platform/retries.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import type { EventRecord } from "../events/event-record.ts";
import { loadEventState, loadLinks } from "../events/store-events.ts";
import { MOVES_PER_WRITE, planPropagation } from "./plan.ts";
import { LedgerSession } from "./session.ts";
import { clearPropagating, unchanged, writePlan } from "./store-write.ts";
import { WritePlan } from "./write-plan.ts";

/**
 * Moves the linked events that did not fit into the transaction of their original, in several writes. Returns the
 * number of events. Until it is moved, each event counts by its own record. After an interruption, the next request
 * that commits or changes the original continues the work.
 */
export async function propagateToRefunds(
  account: string,
  boundaries: Boundaries,
  originalId: string,
  isLate = () => false,
): Promise<number> {
  const original = (await loadEventState(account, originalId)).event;
  let written = 0;
  if (!original?.propagating) return written;
  let after: StartKey;
  do {
    if (isLate()) return written;
    const page = await loadLinks(account, originalId, MOVES_PER_WRITE, after);
    written += await withRetries(() => propagateSome(account, boundaries, original, page.ids));
    after = page.next;
  } while (after);
  await clearPropagating(account, original);
  return written;
}

async function propagateSome(
  account: string,
  boundaries: Boundaries,
  original: EventRecord,
  ids: readonly string[],
): Promise<number> {
  const session = new LedgerSession(account, boundaries);
  await session.load([original.event_id, ...ids]);
  const current = session.state(original.event_id).event;
  // A concurrent writer that has changed the original propagates it as well.
  if (current?.version !== original.version) return 0;
  const children = ids.map((id) => session.state(id).event).filter((child) => child !== undefined);
  const plan = new WritePlan(session);
  plan.add(planPropagation(plan, current, children));
  await writePlan(account, plan, [unchanged(account, current)]);
  return plan.writes.size;
}
