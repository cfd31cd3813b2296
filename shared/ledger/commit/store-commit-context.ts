import { NO_SOURCES, type Sources } from "../../accounts/sources.ts";
import { sourcesIn } from "../../accounts/store-sources.ts";
import { getTogether } from "../../platform/dynamodb/read.ts";
import { eventKey, profileKey, registrationsKey, sourcesKey } from "../../platform/table/keys.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import type { EventState } from "../events/event-record.ts";
import { eventStateIn } from "../events/store-events.ts";
import { profileIn, registrationsIn } from "../settings/store-settings.ts";

/** What a commit decides by. */
type CommitContext = {
  readonly profile: DatedProfile;
  readonly registrations: Registrations;
  readonly sources: Sources;
  /** What is known under each id that was asked for. */
  readonly states: ReadonlyMap<string, EventState>;
};

/** What a commit asks for. */
type ContextRequest = {
  readonly eventIds: Iterable<string>;
  /** Whether an event names a source; else there are none in the answer. */
  readonly sources: boolean;
};

/**
 * Reads what a commit of events decides by, strongly, in one call for some 97 of them: a call for each kind
 * would take most of the time of a single sale (docs/decisions/0214).
 */
export async function loadCommitContext(
  account: string,
  { eventIds, sources }: ContextRequest,
): Promise<CommitContext> {
  const ids = [...new Set(eventIds)];
  const keys = {
    profile: profileKey(account),
    registrations: registrationsKey(account),
    sources: sourcesKey(account),
  };
  const found = await getTogether([
    keys.profile,
    keys.registrations,
    ...(sources ? [keys.sources] : []),
    ...ids.map((id) => eventKey(account, id)),
  ]);
  return {
    profile: profileIn(found(keys.profile)),
    registrations: registrationsIn(found(keys.registrations)),
    sources: sources ? sourcesIn(found(keys.sources)) : NO_SOURCES,
    states: new Map(ids.map((id) => [id, eventStateIn(found(eventKey(account, id)))])),
  };
}
