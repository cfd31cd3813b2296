import { withRetries } from "../../platform/retries.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import { type ConsignmentSum, isExceeded } from "../events/consignments.ts";
import { loadConsignments, markPropagated } from "../events/store-events.ts";
import { MOVES_PER_WRITE, planMember } from "./plan.ts";
import { propagateToRefunds } from "./propagate-to-refunds.ts";
import { LedgerSession } from "./session.ts";
import { writePlan } from "./store-write.ts";
import { WritePlan } from "./write-plan.ts";

/** The consignment that is propagated, and the progress. */
type Propagation = {
  readonly account: string;
  readonly boundaries: Boundaries;
  readonly id: string;
  readonly sum: ConsignmentSum;
};

/**
 * Moves the sales of a consignment that did not fit into the transaction of a change, with the events that refer to
 * them. Returns the number of events. Until it is moved, each sale counts by its own record. After an interruption, the
 * next request that reads a sale of the consignment continues the work.
 */
export async function propagateConsignment(
  account: string,
  boundaries: Boundaries,
  id: string,
  isLate = () => false,
): Promise<number> {
  let written = 0;
  const sum = (await loadConsignments(account, [id])).get(id);
  if (!sum?.propagating) return written;
  const members = [...sum.members.keys()];
  for (let at = 0; at < members.length; ) {
    if (isLate()) return written;
    const next = members.slice(at, at + MOVES_PER_WRITE);
    const done = await withRetries(() => propagateSome({ account, boundaries, id, sum }, next));
    // A concurrent writer that has changed the consignment propagates it as well.
    if (!done) return written;
    written += done.written;
    for (const member of done.unsettled)
      written += await propagateToRefunds(account, boundaries, member, isLate);
    if (isLate()) return written;
    at += done.looked_at;
  }
  await markPropagated(account, id, sum);
  return written;
}

async function propagateSome(
  { account, boundaries, id, sum }: Propagation,
  members: readonly string[],
) {
  const session = new LedgerSession(account, boundaries);
  await session.load(members);
  const events = members.map((member) => session.state(member).event);
  await session.loadConsignments(events.filter((event) => event !== undefined));
  const current = session.consignment(id);
  if (current.version !== sum.version) return undefined;
  const plan = new WritePlan(session);
  let looked_at = 0;
  for (const member of members) {
    await session.loadLinked(member);
    const moves = planMember(plan, member, isExceeded(sum)) ?? [];
    const steps = moves.length > 0 ? [{ do: "consign" as const, id, sum: current }, ...moves] : [];
    if (!plan.hasRoomFor(steps)) break;
    plan.add(steps);
    looked_at += 1;
  }
  await writePlan(account, plan);
  const unpropagated = members
    .slice(0, looked_at)
    .filter((member) => plan.state(member).event?.propagating);
  return { looked_at, written: plan.writes.size, unsettled: unpropagated };
}
