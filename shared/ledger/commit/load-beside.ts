import { consignmentIdOf } from "../events/consignments.ts";
import type { Beside, EventRecord } from "../events/event-record.ts";
import { loadConsignments } from "../events/store-consignments.ts";
import { loadSlots } from "../events/store-events.ts";
import { referredId } from "./moves.ts";

/** What each of these events stands beside: its original and its consignment, read strongly. */
export async function loadBeside(
  account: string,
  records: readonly EventRecord[],
): Promise<(record: EventRecord) => Beside> {
  const ids = (idOf: (record: EventRecord) => string | undefined) => [
    ...new Set(records.map(idOf).filter((id) => id !== undefined)),
  ];
  const [originals, consignments] = await Promise.all([
    loadSlots(account, ids(referredId)),
    loadConsignments(account, ids(consignmentIdOf)),
  ]);
  return (record) => ({
    original: originals.get(referredId(record) ?? ""),
    consignment: consignments.get(consignmentIdOf(record) ?? ""),
  });
}
