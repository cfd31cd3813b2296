import { randomUUID } from "node:crypto";
import { dayOf, type IsoDate } from "../../shared/core/calendar/dates.ts";
import { fingerprintOf } from "../../shared/core/hash.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { postEvents } from "../../shared/ledger/commit/commit-events.ts";
import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { EVENTS_PER_REQUEST, NewEvent } from "../../shared/ledger/events/schema.ts";
import { submissionOf } from "../../shared/ledger/events/submission.ts";
import { newRecord } from "../../shared/ledger/events/submit-event.ts";
import { NO_RECOUNT, withEvents } from "../../shared/ledger/recount/recount-state.ts";
import { notedOf, updateRecount } from "../../shared/ledger/recount/store-recounts.ts";
import {
  loadProfile,
  updateProfile,
  updateRegistrations,
} from "../../shared/ledger/settings/store-settings.ts";
import { type Boundaries, boundariesOf } from "../../shared/vat/schemes/registration-segments.ts";
import type { DatedProfile } from "../../shared/vat/seller/profile.ts";
import { DEMO_ACCOUNT } from "../local/demo-account.ts";
import { demoProfile, withDemoRegistrations } from "./account.ts";
import { DEMO_RATES } from "./class-rate.ts";
import { DEMO_CLERK, decide, isOpen } from "./decisions.ts";
import { demoEvents } from "./events.ts";
import { importShopFiles } from "./import-file.ts";
import { lateSalesOf } from "./late-sales.ts";
import { fileReturns, noonAfter } from "./returns.ts";
import type { DemoEvent } from "./sales.ts";
import { nameSources } from "./sources.ts";
import { beginningsOf, type Story, storyOn } from "./story.ts";

/**
 * Seeds the demo account once: a business with a year of supplies, filed returns, an open one, and imports. The profile
 * is written when everything except the imports is there. An interrupted seeding continues, and commits and locks
 * nothing twice. `keyId` names the key of the imports.
 */
export async function seedDemo(
  now: Date,
  ratesUntil: IsoDate,
  account = DEMO_ACCOUNT,
  keyId = DEMO_CLERK,
): Promise<void> {
  const story = storyOn(dayOf(now));
  if ((await loadProfile(account as LedgerId)).updated_at === undefined) {
    await seedBusiness(account as LedgerId, story, now, ratesUntil);
  }
  await importShopFiles(account as LedgerId, dayOf(now), { now, keyId });
}

async function seedBusiness(
  account: LedgerId,
  story: Story,
  now: Date,
  ratesUntil: IsoDate,
): Promise<void> {
  const profile = demoProfile(now);
  const author = { now, key_id: null };
  const { value } = await updateRegistrations(
    account,
    withDemoRegistrations(beginningsOf(story)),
    author,
  );
  const edges = boundariesOf(value.items);
  // A sale is recorded on its day, so that only what is late came after the lock of its return.
  const committedAt = (lastDay: IsoDate) => noonAfter({ lastDay }, 0, now);
  const ground = { profile, edges, committedAt };
  const events = demoEvents(story, ratesUntil);
  // A correction of a sale that waits would wait as well, and be moved on the day of the seeding.
  const isSale = ({ event_type }: DemoEvent) => event_type === "sale";
  for (const some of [events.filter(isSale), events.filter((event) => !isSale(event))]) {
    for (const record of await commitAll(account, ground, some)) {
      if (isOpen(record)) await decide(account, record, ground);
    }
  }
  await skipRecount(account, events);
  await fileReturns(account, story, now);
  await commitAll(account, { ...ground, committedAt: () => now }, lateSalesOf(story));
  await nameSources(account, author);
  await updateProfile(account, () => profile, author);
}

/** The context of the demo's commits. */
type SeedContext = {
  readonly profile: DatedProfile;
  readonly edges: Boundaries;
  /** Returns the instant at which a supply of that day is recorded. */
  readonly committedAt: (day: IsoDate) => Date;
};

async function commitAll(
  account: LedgerId,
  ground: SeedContext,
  events: readonly DemoEvent[],
): Promise<EventRecord[]> {
  const records: EventRecord[] = [];
  for (let first = 0; first < events.length; first += EVENTS_PER_REQUEST) {
    const some = events.slice(first, first + EVENTS_PER_REQUEST);
    records.push(...(await commit(account, ground, some)));
  }
  return records;
}

/** Marks the recount as done. The events were placed by this profile already, and there is no other writer. */
function skipRecount(account: LedgerId, events: readonly DemoEvent[]) {
  const noted = notedOf(events);
  return updateRecount(account, ({ version }) => withEvents({ ...NO_RECOUNT, version }, noted));
}

async function commit(
  account: LedgerId,
  { profile, edges, committedAt }: SeedContext,
  events: readonly DemoEvent[],
): Promise<EventRecord[]> {
  const commit_id = randomUUID();
  const records = events.map((given) => {
    const event = NewEvent.parse(given);
    const fingerprint = fingerprintOf(submissionOf(event));
    const committed_at = committedAt(event.supply_date).toISOString();
    return newRecord(event, { profile, rates: DEMO_RATES, commit_id, committed_at, fingerprint });
  });
  const posted = await postEvents(account, edges, records);
  return posted.filter((record) => record !== undefined);
}
