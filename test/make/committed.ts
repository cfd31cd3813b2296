import { randomUUID } from "node:crypto";
import { fingerprintOf } from "../../shared/core/hash.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { postEvents } from "../../shared/ledger/commit/commit-events.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { submissionOf } from "../../shared/ledger/events/submission.ts";
import { newRecord } from "../../shared/ledger/events/submit-event.ts";
import { noteEvents } from "../../shared/ledger/recount/store-recounts.ts";
import { loadRegistrations } from "../../shared/ledger/settings/store-settings.ts";
import { type Boundaries, boundariesOf } from "../../shared/vat/schemes/registration-segments.ts";
import { UNDESCRIBED } from "../../shared/vat/seller/profile.ts";
import { BUILT_IN_RATES } from "./built-in-rates.ts";
import type { SentEvent } from "./supply-event.ts";

/**
 * Commits events as a request of the account would, past HTTP, or as one that has read other edges.
 * Import it once the engine is chosen.
 */
export async function commit(
  account: LedgerId,
  events: readonly SentEvent[],
  edges?: Boundaries,
): Promise<void> {
  const commit_id = randomUUID();
  const committed_at = new Date().toISOString();
  const sent = events as readonly NewEvent[];
  const records = sent.map((event) =>
    newRecord(event, {
      profile: UNDESCRIBED,
      rates: BUILT_IN_RATES,
      commit_id,
      committed_at,
      fingerprint: fingerprintOf(submissionOf(event)),
    }),
  );
  await noteEvents(account, sent);
  const { items } = await loadRegistrations(account);
  await postEvents(account, edges ?? boundariesOf(items), records);
}
