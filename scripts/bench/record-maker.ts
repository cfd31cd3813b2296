import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { saleOf } from "./ledgers.ts";

/** The record the service itself would make of the n-th sale. */
export async function recordMaker(): Promise<(...sale: Parameters<typeof saleOf>) => EventRecord> {
  const [{ newRecord }, { submissionOf }, { fingerprintOf }] = await Promise.all([
    import("../../shared/ledger/events/record.ts"),
    import("../../shared/ledger/events/submission.ts"),
    import("../../shared/core/hash.ts"),
  ]);
  return (...sale) => {
    const event = saleOf(...sale);
    return newRecord(event, {
      profile: { rows: [{ establishment_country: "SE", fixed_establishments: [] }] },
      commit_id: "bench",
      committed_at: "2025-10-01T00:00:00.000Z",
      fingerprint: fingerprintOf(submissionOf(event)),
    });
  };
}
