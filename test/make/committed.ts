import { randomUUID } from "node:crypto";
import { NO_PROFILE } from "../../shared/accounts/profile.ts";
import { postEvents } from "../../shared/flows/post-events.ts";
import { newRecord } from "../../shared/ledger/record.ts";
import type { NewEvent } from "../../shared/ledger/schema.ts";
import { NO_EDGES } from "../../shared/schemes/segments.ts";
import { fingerprintOf } from "../../shared/store/fingerprint.ts";

/** Commits events as a request of the account would, past HTTP. Import it once the engine is chosen. */
export async function commit(account: string, events: readonly NewEvent[]): Promise<void> {
  const commit_id = randomUUID();
  const committed_at = new Date().toISOString();
  const records = events.map((event) =>
    newRecord(event, {
      profile: NO_PROFILE,
      commit_id,
      committed_at,
      fingerprint: fingerprintOf(event),
    }),
  );
  await postEvents(account, NO_EDGES, records);
}
