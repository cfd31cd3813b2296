import { DomainError } from "../../core/errors/errors.ts";
import {
  type Classification,
  type ClassificationChange,
  isSale,
} from "../../vat/schemes/supply-event.ts";
import type { Profile } from "../../vat/seller/profile.ts";
import { restsOnRelief } from "../../vat/threshold/eligibility.ts";
import { missingPlace, schemeByFacts } from "./classification.ts";
import type { EventRecord } from "./event-record.ts";
import { openBlockingCodes } from "./links.ts";

/**
 * Returns the record with the classification that the user has decided. Returns the unchanged record if it has that
 * classification and nothing open, so that a repeated request adds nothing to the audit trail.
 * @throws DomainError `invalid_request` if the event lacks fields that a return needs for its place,
 * `classification_limit_reached` after a hundred classifications, unless the change reverses the last one.
 */
export function reclassified(
  record: EventRecord,
  change: Omit<ClassificationChange, "from">,
  profile: Profile,
): EventRecord {
  const settled_checks = openBlockingCodes(record);
  // Repeating the decision adds nothing, unless it resolves a finding.
  const isOpen = settled_checks.length > 0 || restsOnRelief(record);
  if (record.classification_status === change.to && !isOpen) return record;
  rejectWithoutPlace(record, change.to);
  rejectTooMany(record, change.to);
  const step = {
    ...change,
    from: record.classification_status,
    ...(settled_checks.length > 0 ? { settled_checks } : {}),
  };
  // Classifying an event puts it into the return of the scheme that its facts lead to.
  const treatment = change.to === "classified" ? schemeByFacts(record, profile) : record.treatment;
  return {
    ...record,
    treatment,
    classification_status: change.to,
    classification_reasons: [`${change.to}_by_review`],
    classification_history: [...record.classification_history, step],
  };
}

function rejectWithoutPlace(record: EventRecord, to: Classification): void {
  const missing = isSale(record) && to === "classified" ? missingPlace(record) : [];
  if (missing.length === 0) return;
  const message = `${missing.join(", ")}: exclude this event and commit a complete one`;
  throw new DomainError("invalid_request", message, [{ field: "classification_status", message }]);
}

const LONGEST_HISTORY = 100;

/**
 * Rejects another classification beyond the maximum, because the history is part of the event and the event's size is
 * limited. The last classification may be reversed, since it might be a mistake.
 * @throws DomainError `classification_limit_reached`
 */
function rejectTooMany({ classification_history }: EventRecord, to: Classification): void {
  const { length } = classification_history;
  const isStepBack = length === LONGEST_HISTORY && classification_history.at(-1)?.from === to;
  if (length < LONGEST_HISTORY || isStepBack) return;
  const message = `an event is reclassified at most ${LONGEST_HISTORY} times, and once back`;
  throw new DomainError("classification_limit_reached", message);
}
