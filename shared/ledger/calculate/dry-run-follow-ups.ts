import type { EventId } from "../../core/ids.ts";
import { moveOf, planMember, planRepoint, referredId } from "../commit/plan.ts";
import type { LedgerSession } from "../commit/session.ts";
import { type Step, WritePlan } from "../commit/write-plan.ts";
import { consignmentIdOf, isExceeded } from "../events/consignments.ts";
import type { EventRecord } from "../events/event-record.ts";
import { partsOf, portionRates } from "./portions.ts";
import { loadNamedCalculations } from "./store-calculation-refs.ts";
import type { Transaction } from "./transaction-schema.ts";

/**
 * Simulates the steps after a planned commit: propagation, and links by the names of calculations, as far as they
 * concern events of the request. The session then holds the resulting events. A write plan that is never written has no
 * size limit.
 */
export async function simulateFollowUps(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<void> {
  propagateHere(session, records);
  if (await followHere(session, records)) propagateHere(session, records);
}

/**
 * Updates sales from their consignments, including sales that are only referred to. Then updates the events that refer
 * to these sales.
 */
function propagateHere(session: LedgerSession, records: readonly EventRecord[]): void {
  const plan = new WritePlan(session);
  const sales = records.flatMap((record) => [
    record.event_id,
    referredId(record) ?? record.event_id,
  ]);
  for (const id of new Set(sales)) plan.add(consigned(plan, id));
  for (const { event_id } of records) plan.add(brought(plan, event_id));
  session.adopt(plan);
}

function consigned(plan: WritePlan, id: EventId): Step[] {
  const { event } = plan.state(id);
  const sum = plan.consignment((event && consignmentIdOf(event)) ?? "");
  return (sum.propagating && planMember(plan, id, isExceeded(sum))) || [];
}

function brought(plan: WritePlan, id: EventId): Step[] {
  const { event } = plan.state(id);
  const original_id = event && referredId(event);
  const original = original_id && plan.state(original_id);
  if (!event || !original?.event) return [];
  const isUnpropagated = original.event.propagating || plan.writes.has(original.event.event_id);
  return isUnpropagated ? moveOf(plan, event, original.event, original.taken_back) : [];
}

/**
 * Links events that wait under the name of a calculation to the part with their rate. Returns true if any event names a
 * calculation.
 */
async function followHere(
  session: LedgerSession,
  records: readonly EventRecord[],
): Promise<boolean> {
  const ids = new Set(records.map(({ event_id }) => event_id));
  const waiting = [...ids]
    .flatMap((id) => session.state(id).event ?? [])
    .filter(({ link }) => link?.status === "waiting");
  if (waiting.length === 0) return false;
  const names = waiting.flatMap(({ original_event_id }) => original_event_id ?? []);
  const named = await loadNamedCalculations(session.ledger, names);
  for (const event of waiting) {
    const calculation = event.original_event_id && named.get(event.original_event_id);
    if (calculation) await followName(session, event, calculation);
  }
  return named.size > 0;
}

async function followName(
  session: LedgerSession,
  event: EventRecord,
  calculation: Transaction,
): Promise<void> {
  const { original_event_id: name, vat_rate_bps = -1 } = event;
  const part = name && partsOf(name, portionRates(calculation)).get(vat_rate_bps);
  if (part === undefined) return;
  await session.load([part]);
  if (session.state(part).event?.transaction_id !== calculation.transaction_id) return;
  await session.loadLinked(part);
  const plan = new WritePlan(session);
  plan.add(planRepoint(plan, event, part));
  await session.adoptUnwritten(plan);
}
