import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { CATCH_UP_STATES, type CatchUp } from "./catch-up.ts";

/** Body of POST /v1/connections/{id}/catch-up. */
export const CatchUpRequest = z
  .strictObject({
    from: IsoDate.optional().describe(
      "The first day of which changes are asked for; without it, the day before the end of the last catch-up",
    ),
    confirm_missing: z
      .boolean()
      .optional()
      .describe(
        "True to confirm that orders missing from the shop were deleted, even if they are most of them",
      ),
  })
  .meta({ id: "CatchUpRequest" });
export type CatchUpRequest = z.output<typeof CatchUpRequest>;

const instant = z.iso.datetime();

export const CatchUpView = z
  .strictObject({
    state: z
      .enum(CATCH_UP_STATES)
      .describe(
        "State of the catch-up; `waiting`: the shop limits requests, or did not respond and is asked again; `failed`: it continues the next night",
      ),
    from: instant.describe("Time since which changes are requested"),
    reached: instant.describe("Latest change that was read, by the clock of the shop"),
    orders: z.int().describe("Number of orders that the shop has modified since `from`"),
    changed: z
      .int()
      .describe(
        "Number of these orders whose last state no message had brought; they are booked now",
      ),
    taken_back: z
      .int()
      .describe("Number of booked orders that are cancelled, deleted or in the trash of the shop"),
    not_booked: z.int().describe("Number of orders that could not be booked, see the messages"),
    started_at: instant,
    done_at: instant.nullable().describe("Time when the catch-up ended; null while running"),
    retry_at: instant.nullable().describe("Time of the next attempt; null without one"),
    message: z.string().nullable().describe("Reason why the shop could not be read, if any"),
    reaches_back_to: IsoDate.nullable().describe(
      "The first day whose orders the access can see; null if it can see all",
    ),
  })
  .meta({ id: "CatchUp" });

export const catchUpView = (catchUp: CatchUp): z.output<typeof CatchUpView> => ({
  state: catchUp.state,
  from: catchUp.from,
  reached: catchUp.reached,
  orders: catchUp.orders,
  changed: catchUp.changed,
  taken_back: catchUp.taken_back,
  not_booked: catchUp.not_booked,
  started_at: catchUp.started_at,
  done_at: catchUp.done_at ?? null,
  retry_at: catchUp.retry_at ?? null,
  message: catchUp.message ?? null,
  reaches_back_to: (catchUp.reaches_back_to as Day | undefined) ?? null,
});
