import * as z from "zod";
import { ALL_DAYS } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { RecountState } from "./recount-state.ts";

const Count = z.int().min(0);

/** The notice in a report whose figures a recount may change. */
export const RecountPending = z
  .strictObject({
    requested_at: z.iso.datetime().nullable().describe("Time of the request; null for new rules"),
    from: IsoDate.nullable().describe("First day of the supplies that may move; null for all"),
    events_examined: Count.describe("Events examined so far; a recount makes several passes"),
    events_moved: Count.describe("Number of events moved so far into another sum"),
  })
  .meta({
    id: "RecountPending",
    description:
      "Events are being moved to where today's registrations, profile and rules put them; until that is done figures may change, and the period cannot be locked",
  });
export type RecountPending = z.output<typeof RecountPending>;

/** The field in every report that a recount may change. */
export const recountField = {
  recount_pending: RecountPending.nullable().describe("Recount that is still running, or null"),
};

export function pendingView(state: RecountState): RecountPending {
  const isRequested = state.state === "pending";
  return {
    requested_at: isRequested ? new Date(state.requested_at).toISOString() : null,
    from: isRequested && state.from !== ALL_DAYS.from ? state.from : null,
    events_examined: isRequested ? state.looked_at : 0,
    events_moved: isRequested ? state.moved : 0,
  };
}
