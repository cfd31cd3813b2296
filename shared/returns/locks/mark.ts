import type { Opening } from "../openings/opening-schema.ts";
import type { OpeningMark } from "./period-markers.ts";

/** The mark of an opening. */
export const openingMarkOf = (opening: Opening): OpeningMark => ({
  period_key: opening.period_key,
  registration_id: opening.registration_id,
  member_state_identification: opening.member_state_identification,
  return_currency: opening.currency,
  withdrawn: opening.withdrawn_at !== undefined,
});
