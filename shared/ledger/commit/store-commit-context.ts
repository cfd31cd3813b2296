import { NO_SOURCES, type Sources } from "../../accounts/sources.ts";
import { sourcesIn } from "../../accounts/store-sources.ts";
import { getTogether } from "../../platform/dynamodb/read.ts";
import { eventKey, profileKey, registrationsKey, sourcesKey } from "../../platform/table/keys.ts";
import type { DatedProfile } from "../../vat/seller/profile.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import type { EventState } from "../events/event-record.ts";
import { eventStateIn } from "../events/store-events.ts";
import { profileIn, registrationsIn } from "../settings/store-settings.ts";

/** The data that a commit depends on. */
type CommitContext = {
  readonly profile: DatedProfile;
  readonly registrations: Registrations;
  readonly sources: Sources;
  /** The entry of each requested id. */
  readonly states: ReadonlyMap<string, EventState>;
};

/** The query of a commit context. */
type ContextRequest = {
  readonly eventIds: Iterable<string>;
  /** True if an event names a source; otherwise the result has no sources. */
  readonly sources: boolean;
};

/**
 * Reads the data that a commit depends on, strongly consistent. One call serves about 97 events; one call per kind
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
