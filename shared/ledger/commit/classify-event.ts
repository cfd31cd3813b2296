import { edgesOf } from "../../vat/schemes/registration-segments.ts";
import type { ClassificationChange } from "../../vat/schemes/supply-event.ts";
import { profileOn } from "../../vat/seller/profile.ts";
import type { EventRecord } from "../events/event-record.ts";
import { reclassified } from "../events/record.ts";
import { loadAccountSettings } from "../settings/account-settings.ts";
import { changeEvent } from "./change-event.ts";

/**
 * Gives an event another classification, as a person has decided, and moves the sums of all events
 * that refer to it.
 * @throws DomainError `not_found`, and what `reclassified` refuses
 */
export async function classifyEvent(
  account: string,
  eventId: string,
  change: Omit<ClassificationChange, "from">,
): Promise<EventRecord> {
  const { profile, registrations } = await loadAccountSettings(account);
  const { record } = await changeEvent(account, edgesOf(registrations.items), eventId, (seen) =>
    reclassified(seen, change, profileOn(profile, seen.supply_date)),
  );
  return record;
}
