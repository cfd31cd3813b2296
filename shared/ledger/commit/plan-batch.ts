import { consignmentIdOf } from "../events/consignments.ts";
import type { EventRecord, LedgerView } from "../events/event-record.ts";
import { planCommit } from "./plan.ts";
import { WritePlan } from "./write-plan.ts";

/** Number of events considered for one transaction; how many fit depends on the sums they share. */
const EVENTS_PER_PLAN = 90;

/** Number of events considered for the transactions of one request that are sent together: two at most. */
export const EVENTS_AT_ONCE = 2 * EVENTS_PER_PLAN;

/** Maximum number of days and currencies that two such transactions have in common. */
const MOST_DAYS_SHARED = 8;

/**
 * Sorts records so that records with shared sums are together. A transaction writes a sum once, however many events
 * share it. The row of the return is the first key, because a batch has more rows than days.
 */
export function bySums(records: readonly EventRecord[]): readonly EventRecord[] {
  const sumsOf = (record: EventRecord) =>
    `${record.currency} ${record.consumption_country} ${record.vat_rate_bps} ${record.supply_date}`;
  return records
    .map((record) => ({ record, sums: sumsOf(record) }))
    .sort((a, b) => (a.sums < b.sums ? -1 : a.sums > b.sums ? 1 : 0))
    .map(({ record }) => record);
}

/** Plans as many of the first records as one transaction takes. */
export function planBatch(view: LedgerView, records: readonly EventRecord[]): WritePlan {
  const plan = new WritePlan(view);
  for (const record of records.slice(0, EVENTS_PER_PLAN)) {
    if (plan.state(record.event_id).event) continue;
    const steps = planCommit(plan, record);
    if (!plan.hasRoomFor(steps)) break;
    plan.add(steps);
  }
  return plan;
}

/** Plans one transaction, or two that can be written at the same time, in either order. */
export function planBatches(view: LedgerView, records: readonly EventRecord[]): WritePlan[] {
  const first = planBatch(view, records);
  const beside = besides(first, records);
  return beside.length > 0 ? [first, planBatch(view, beside)] : [first];
}

/**
 * Returns the records after those of a plan that a second transaction can write at the same time: sales that depend on
 * nothing else. Returns none if the two have many days in common, because readers pay for each second shard of a sum.
 */
function besides(first: WritePlan, records: readonly EventRecord[]): EventRecord[] {
  const later = records.filter(({ event_id }) => !first.state(event_id).event);
  const end = later.findIndex((one) => !standsAlone(first, one));
  const beside = (end === -1 ? later : later.slice(0, end)).slice(0, EVENTS_PER_PLAN);
  const dayOf = (record: EventRecord) => `${record.supply_date} ${record.currency}`;
  const days = new Set([...first.writes.values()].map(({ record }) => dayOf(record)));
  const shared = new Set(beside.map(dayOf)).intersection(days);
  return shared.size <= MOST_DAYS_SHARED ? beside : [];
}

/** True if the commit of a new event reads and changes nothing but the event and its sums. */
const standsAlone = (view: LedgerView, record: EventRecord): boolean =>
  view.state(record.event_id).links === 0 &&
  record.original_event_id === undefined &&
  consignmentIdOf(record) === undefined;
