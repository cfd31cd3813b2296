import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import { withLink } from "../../vat/schemes/supply-event.ts";
import { type ProfileHistory, profileOn } from "../../vat/seller/profile.ts";
import { counted } from "../commit/plan.ts";
import { sameEntries } from "../sums/sum.ts";
import { EMPTY_CONSIGNMENT, exceededFor, withMember } from "./consignments.ts";
import type { EventRecord, LedgerView, RelatedStates } from "./event-record.ts";
import { linkOf, sameLink } from "./links.ts";
import { placedAnew } from "./submit-event.ts";

/** The settings that a decision about an event depends on. */
export type ReevaluationContext = Pick<LedgerView, "boundaries"> & {
  readonly profile: ProfileHistory;
  readonly rates: RateCatalogue;
};

/**
 * Returns the record as a commit today would store it: placed by the profile of its day, with its current link and
 * consignment, and counted under the current rules and boundaries. Returns the unchanged record if nothing differs, so
 * that a recount writes only changes.
 */
export function reevaluate(
  record: EventRecord,
  { original, consignment = EMPTY_CONSIGNMENT }: RelatedStates,
  { profile, rates, boundaries }: ReevaluationContext,
): EventRecord {
  const placed = placedAnew(record, profileOn(profile, record.supply_date), rates);
  const sum = withMember(consignment, placed);
  const link = linkOf(placed, original?.event, original?.taken_back);
  const consignment_exceeded = exceededFor(placed, sum);
  const today = counted(withLink({ ...placed, consignment_exceeded }, link), { boundaries });
  return sum === consignment && isSame(record, today) ? record : today;
}

const isSame = (record: EventRecord, today: EventRecord): boolean =>
  placeOf(record) === placeOf(today) &&
  sameLink(record.link, today.link) &&
  record.consignment_exceeded === today.consignment_exceeded &&
  sameEntries(record.entries, today.entries);

const placeOf = (record: EventRecord): string =>
  [
    record.treatment,
    record.establishment_country,
    record.classification_status,
    ...record.classification_reasons,
  ].join();

/**
 * Returns the record of an event whose import is undone. The event has no place, counts in no sum, and its id is free
 * again. An amount declared in a lock stays declared, and becomes a correction of a later return.
 */
export const undoneRecord = (
  record: EventRecord,
  { at, key_id }: { readonly at: string; readonly key_id: string },
): EventRecord => ({
  ...record,
  undone: true,
  treatment: "outside_scope",
  classification_status: "excluded",
  classification_reasons: ["import_undone"],
  classification_history: [
    ...record.classification_history,
    {
      at,
      key_id,
      from: record.classification_status,
      to: "excluded",
      note: "the import was undone",
    },
  ],
});
