import { withRetries } from "../../platform/retries.ts";
import type { Edges } from "../../vat/schemes/registration-segments.ts";
import { type ConsignmentSum, isExceeded } from "../events/consignments.ts";
import { loadConsignments, markSettled } from "../events/store-consignments.ts";
import { MOVES_PER_WRITE, planMember } from "./plan.ts";
import { settle } from "./propagate-to-refunds.ts";
import { LedgerSession } from "./session.ts";
import { writeDraft } from "./store-write.ts";
import { Draft } from "./write-plan.ts";

/** Where and how far a consignment is settled. */
type Settling = {
  readonly account: string;
  readonly edges: Edges;
  readonly id: string;
  readonly sum: ConsignmentSum;
};

/**
 * Moves the sales of a consignment that did not fit into the transaction of a change, with what refers
 * to them, and answers how many events. Until it is done each counts where its own record says; a run
 * that dies is taken up again by the next request that looks at a sale of the consignment.
 */
export async function settleConsignment(
  account: string,
  edges: Edges,
  id: string,
  isLate = () => false,
): Promise<number> {
  let written = 0;
  const sum = (await loadConsignments(account, [id])).get(id);
  if (!sum?.settling) return written;
  const members = [...sum.members.keys()];
  for (let at = 0; at < members.length; ) {
    if (isLate()) return written;
    const next = members.slice(at, at + MOVES_PER_WRITE);
    const done = await withRetries(() => settleSome({ account, edges, id, sum }, next));
    // Whoever has changed the consignment since settles it as well.
    if (!done) return written;
    written += done.written;
    for (const member of done.unsettled) written += await settle(account, edges, member, isLate);
    if (isLate()) return written;
    at += done.looked_at;
  }
  await markSettled(account, id, sum);
  return written;
}

async function settleSome({ account, edges, id, sum }: Settling, members: readonly string[]) {
  const session = new LedgerSession(account, edges);
  await session.load(members);
  const events = members.map((member) => session.slot(member).event);
  await session.loadConsignments(events.filter((event) => event !== undefined));
  const current = session.consignment(id);
  if (current.version !== sum.version) return undefined;
  const draft = new Draft(session);
  let looked_at = 0;
  for (const member of members) {
    if (session.slot(member).links > 0) await session.loadLinked(member);
    const moves = planMember(draft, member, isExceeded(sum)) ?? [];
    const steps = moves.length > 0 ? [{ do: "consign" as const, id, sum: current }, ...moves] : [];
    if (!draft.hasRoomFor(steps)) break;
    draft.add(steps);
    looked_at += 1;
  }
  await writeDraft(account, draft);
  const unsettled = members
    .slice(0, looked_at)
    .filter((member) => draft.slot(member).event?.settling);
  return { looked_at, written: draft.writes.size, unsettled };
}
