import type { AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { changeEvent } from "../../shared/ledger/commit/change-event.ts";
import { missingPlace } from "../../shared/ledger/events/classification.ts";
import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { openBlockingCodes } from "../../shared/ledger/events/links.ts";
import { reclassified } from "../../shared/ledger/events/reclassify-event.ts";
import type { Boundaries } from "../../shared/vat/schemes/registration-segments.ts";
import { schemeOf } from "../../shared/vat/schemes/schemes.ts";
import { type ProfileHistory, profileOn } from "../../shared/vat/seller/profile.ts";

/** The author of decisions, locks and filings in the demo; no key has this id. */
export const DEMO_CLERK = "demo" as AuthorId;

type DecisionContext = {
  readonly profile: ProfileHistory;
  readonly edges: Boundaries;
};

export function isOpen(record: EventRecord): boolean {
  const scheme = schemeOf(record);
  return openBlockingCodes(record).length > 0 || scheme.exclusionOf(record)?.status === "open";
}

/** Includes events that belong in a return and have a place; excludes all others. */
export async function decide(
  account: LedgerId,
  seen: EventRecord,
  { profile, edges }: DecisionContext,
): Promise<void> {
  const [reason = ""] = seen.classification_reasons;
  const isCounted = COUNTING.has(reason) && missingPlace(seen).length === 0;
  const change = {
    at: seen.committed_at,
    key_id: DEMO_CLERK,
    to: isCounted ? "classified" : "excluded",
    note: isCounted ? "Seen with the customer service: it counts." : noteOn(seen),
  } as const;
  await changeEvent(account, edges, seen.event_id, (record) =>
    reclassified(record, change, profileOn(profile, record.supply_date)),
  );
}

const COUNTING: ReadonlySet<string> = new Set([
  "needs_review_by_caller",
  "location_evidence_conflict",
]);

function noteOn({ event_type, customer_type }: EventRecord): string {
  if (event_type !== "sale") return "Its sale was declared by the system before this one.";
  if (customer_type === "b2b") return "Sold to a business: it goes into the national return.";
  return "Nobody can tell any more: it is declared by hand.";
}
