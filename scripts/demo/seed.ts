import { randomUUID } from "node:crypto";
import type { DatedProfile } from "../../shared/accounts/profile.ts";
import { dayOf } from "../../shared/calendar/iso-date.ts";
import { postEvents } from "../../shared/flows/post-events.ts";
import { submittedEvents } from "../../shared/ledger/commit.ts";
import { newRecord } from "../../shared/ledger/record.ts";
import { newLedger, withEvents } from "../../shared/ledger/recount-state.ts";
import { CommitRequest, EVENTS_PER_REQUEST } from "../../shared/ledger/schema.ts";
import { submissionOf } from "../../shared/ledger/submission.ts";
import { type Edges, edgesOf } from "../../shared/schemes/segments.ts";
import { loadProfile, updateProfile } from "../../shared/store/account-profiles.ts";
import { fingerprintOf } from "../../shared/store/fingerprint.ts";
import { updateRecount } from "../../shared/store/recounts.ts";
import { updateRegistrations } from "../../shared/store/registrations.ts";
import { listMonthOf } from "../../shared/table/event-list-keys.ts";
import { DEMO_ACCOUNT } from "../local/demo-account.ts";
import { demoProfile, withDemoRegistrations } from "./account.ts";
import { demoEvents } from "./events.ts";
import type { DemoEvent } from "./sales.ts";

/**
 * Gives the demo account a business with a year of supplies, once. The profile comes last, as the
 * mark that all is there: a seeding that was broken off is taken up again, and commits nothing twice.
 */
export async function seedDemo(now: Date, account = DEMO_ACCOUNT): Promise<void> {
  if ((await loadProfile(account)).updated_at !== undefined) return;
  const profile = demoProfile(now);
  const author = { now, key_id: null };
  const { value } = await updateRegistrations(account, withDemoRegistrations, author);
  const edges = edgesOf(value.items);
  const events = demoEvents(dayOf(now));
  for (let first = 0; first < events.length; first += EVENTS_PER_REQUEST) {
    await commit(account, { profile, edges, now }, events.slice(first, first + EVENTS_PER_REQUEST));
  }
  await updateProfile(account, () => profile, author);
  await skipRecount(account, events);
}

/** The events were placed by this profile already, and nobody else writes. */
function skipRecount(account: string, events: readonly DemoEvent[]) {
  const months = events.map(({ supply_date }) => listMonthOf(supply_date));
  return updateRecount(account, ({ version }) => withEvents({ ...newLedger(), version }, months));
}

/** As a request with these events would. */
async function commit(
  account: string,
  { profile, edges, now }: { profile: DatedProfile; edges: Edges; now: Date },
  events: readonly DemoEvent[],
) {
  const request = CommitRequest.parse({ events });
  const commit_id = randomUUID();
  const records = submittedEvents(request, undefined).map((event) =>
    newRecord(event, {
      profile,
      commit_id,
      committed_at: now.toISOString(),
      fingerprint: fingerprintOf(submissionOf(event)),
    }),
  );
  await postEvents(account, edges, records);
}
