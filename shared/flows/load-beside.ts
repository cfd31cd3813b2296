import { consignmentIdOf } from "../ledger/consignment-sum.ts";
import type { Beside, EventRecord } from "../ledger/ledger-view.ts";
import { referredId } from "../ledger/moves.ts";
import { loadConsignments } from "../store/consignments.ts";
import { loadSlots } from "../store/supply-events.ts";

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
