import type { EventId, LedgerId } from "../../core/ids.ts";
import { withRetries } from "../../platform/calls.ts";
import type { StartKey } from "../../platform/table/keys.ts";
import { type Boundaries, boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { propagateToRefunds } from "../commit/change-event.ts";
import { planRepoint } from "../commit/plan.ts";
import { LedgerSession } from "../commit/session.ts";
import { writePlan } from "../commit/store-write.ts";
import { WritePlan } from "../commit/write-plan.ts";
import type { EventRecord } from "../events/event-record.ts";
import { loadEventStates, loadLinks } from "../events/store-events.ts";
import { loadRegistrations } from "../settings/store-settings.ts";
import { partsOf, portionRates } from "./portions.ts";
import { loadNamedCalculations } from "./store-calculation-refs.ts";
import type { Transaction } from "./transaction-schema.ts";

/*
 * A calculation with several rates is committed under a name that no event has. A non-sale that refers to the name
 * refers to the part with its own rate. The commit of a non-sale looks up the name afterwards, and the commit of the
 * calculation looks up the non-sales that wait under the name afterwards. So the later of the two finds the other.
 */

/**
 * Links records that wait under the name of a calculation to the parts of the calculation. Returns all records in their
 * current state.
 */
export async function followNames(
  ledger: LedgerId,
  boundaries: Boundaries,
  records: readonly EventRecord[],
): Promise<readonly EventRecord[]> {
  const waiting = records.filter(isWaiting);
  if (waiting.length === 0) return records;
  const names = waiting.flatMap(({ original_event_id }) => original_event_id ?? []);
  const named = await loadNamedCalculations(ledger, names);
  if (named.size === 0) return records;
  for (const record of waiting) {
    const calculation = record.original_event_id && named.get(record.original_event_id);
    if (calculation) await repoint(ledger, boundaries, record, calculation);
  }
  const states = await loadEventStates(
    ledger,
    records.map(({ event_id }) => event_id),
  );
  return records.map((record) => states.get(record.event_id)?.event ?? record);
}

const LINKS_AT_ONCE = 100;

/** Links the refunds that wait under `name` to the parts of the calculation committed under that name. */
export async function linkWaitingRefunds(
  ledger: LedgerId,
  calculation: Transaction,
  name: EventId,
): Promise<void> {
  let after: StartKey;
  do {
    const page = await loadLinks(ledger, name, LINKS_AT_ONCE, after);
    if (page.ids.length === 0) return;
    const boundaries = boundariesOf((await loadRegistrations(ledger)).items);
    for (const { event } of (await loadEventStates(ledger, page.ids)).values()) {
      const isOurs = event && isWaiting(event) && event.original_event_id === name;
      if (isOurs) await repoint(ledger, boundaries, event, calculation);
    }
    after = page.next;
  } while (after);
}

const isWaiting = ({ link }: EventRecord): boolean => link?.status === "waiting";

/**
 * Repoints a refund to the part with its rate. Leaves the refund unchanged if there is no such part, or the part has
 * not arrived.
 */
async function repoint(
  ledger: LedgerId,
  boundaries: Boundaries,
  { event_id, original_event_id: name, vat_rate_bps }: EventRecord,
  calculation: Transaction,
): Promise<void> {
  const part = name && partsOf(name, portionRates(calculation)).get(vat_rate_bps ?? -1);
  if (!name || !part) return;
  const isUnpropagated = await withRetries(async () => {
    const session = new LedgerSession(ledger, boundaries);
    await session.load([event_id, name, part]);
    const { event } = session.state(event_id);
    const { event: sale } = session.state(part);
    // After a lost response, the refund may be repointed already.
    if (event?.original_event_id === part) return sale?.propagating === true;
    if (event?.original_event_id !== name || !isWaiting(event)) return false;
    if (sale?.transaction_id !== calculation.transaction_id) return false;
    await session.loadLinked(part);
    const plan = new WritePlan(session);
    plan.add(planRepoint(plan, event, part));
    await writePlan(ledger, plan);
    return plan.state(part).event?.propagating === true;
  });
  if (isUnpropagated) await propagateToRefunds(ledger, boundaries, part);
}
