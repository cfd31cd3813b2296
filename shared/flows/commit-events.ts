import { randomUUID } from "node:crypto";
import { dayOf } from "../calendar/iso-date.ts";
import { committedItems } from "../ledger/commit.ts";
import { newRecord } from "../ledger/record.ts";
import type { NewEvent } from "../ledger/schema.ts";
import { submissionOf } from "../ledger/submission.ts";
import { edgesOf } from "../schemes/segments.ts";
import type { SourceProfile } from "../sources/profile.ts";
import { loadProfile } from "../store/account-profiles.ts";
import { fingerprintOf } from "../store/fingerprint.ts";
import { noteEvents } from "../store/recounts.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { noteSourceTags } from "../store/source-tags.ts";
import { loadSources } from "../store/sources.ts";
import { followNames } from "./follow-names.ts";
import { postEvents } from "./post-events.ts";

/**
 * Commits events as the account stands: loads its profile, sources and registrations, makes records, saves them
 * with their sums, and answers for each in request order. What was committed under the same `commit_id`
 * is this commit's own work, begun before.
 * @throws DomainError `event_conflict`, `not_ready`
 */
export async function commitEvents(
  account: string,
  events: readonly NewEvent[],
  now: Date,
  commit_id: string = randomUUID(),
) {
  await noteEvents(account, events);
  const [profile, sources, registrations] = await Promise.all([
    loadProfile(account),
    sourcesByKey(account, events),
    loadRegistrations(account),
  ]);
  const records = events.map((event) =>
    newRecord(event, {
      profile,
      source: sources.get(event.source_id ?? ""),
      commit_id,
      committed_at: now.toISOString(),
      fingerprint: fingerprintOf(submissionOf(event)),
    }),
  );
  const edges = edgesOf(registrations.items);
  const posted = await postEvents(account, edges, records);
  const stored = await followNames(account, edges, posted);
  await noteSourceTags(
    account,
    events.map((event) => event.source_id),
    dayOf(now),
  );
  return committedItems(stored, commit_id);
}

async function sourcesByKey(
  account: string,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<string, SourceProfile>> {
  if (!events.some((event) => event.source_id !== undefined)) return new Map();
  const { items } = await loadSources(account);
  return new Map(items.map((item) => [item.source_key, item]));
}
