import { randomUUID } from "node:crypto";
import { UNDESCRIBED } from "../../shared/accounts/profile.ts";
import { postEvents } from "../../shared/flows/post-events.ts";
import { newRecord } from "../../shared/ledger/record.ts";
import type { NewEvent } from "../../shared/ledger/schema.ts";
import { submissionOf } from "../../shared/ledger/submission.ts";
import { type Edges, edgesOf } from "../../shared/schemes/segments.ts";
import { fingerprintOf } from "../../shared/store/fingerprint.ts";
import { noteEvents } from "../../shared/store/recounts.ts";
import { loadRegistrations } from "../../shared/store/registrations.ts";

/**
 * Commits events as a request of the account would, past HTTP, or as one that has read other edges.
 * Import it once the engine is chosen.
 */
export async function commit(
  account: string,
  events: readonly NewEvent[],
  edges?: Edges,
): Promise<void> {
  const commit_id = randomUUID();
  const committed_at = new Date().toISOString();
  const records = events.map((event) =>
    newRecord(event, {
      profile: UNDESCRIBED,
      commit_id,
      committed_at,
      fingerprint: fingerprintOf(submissionOf(event)),
    }),
  );
  await noteEvents(account, events);
  const { items } = await loadRegistrations(account);
  await postEvents(account, edges ?? edgesOf(items), records);
}
