import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { DatedProfile, type ProfileRow, profileOn } from "./profile.ts";

const row = DatedProfile.shape.rows.element;

const shown = {
  establishment_country: z.string().nullable(),
  fixed_establishments: row.shape.fixed_establishments,
  valid_from: Day.nullable().describe("Null: since ever"),
};

/** GET and PUT /v1/account: what holds today, and all rows. */
export const ProfileAnswer = z
  .strictObject({
    account: z.string(),
    ...shown,
    display_name: z.string().optional(),
    lock_requires_ready: z.boolean(),
    history: z
      .array(
        z.strictObject({
          ...shown,
          valid_to: Day.nullable().describe("The day before the next row begins"),
        }),
      )
      .describe("Every dated row, the newest first, also one that begins in the future"),
    entered_turnover: DatedProfile.shape.entered_turnover.describe(
      "Turnover that is not in the ledger",
    ),
    updated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "AccountProfile" });
export type ProfileAnswer = z.input<typeof ProfileAnswer>;

/** What callers see of a profile: the row of `today` on top. */
export const answerOf = (
  account: string,
  profile: DatedProfile,
  today: IsoDate,
): ProfileAnswer => ({
  account,
  ...shownRow(profileOn(profile, today)),
  ...(profile.display_name === undefined ? {} : { display_name: profile.display_name }),
  lock_requires_ready: profile.lock_requires_ready ?? false,
  history: profile.rows.map((one, index) => ({
    ...shownRow(one),
    valid_to: dayBefore(profile.rows[index - 1]),
  })),
  entered_turnover: profile.entered_turnover,
  updated_at: profile.updated_at ?? null,
});

const shownRow = (one: ProfileRow) => ({
  establishment_country: one.establishment_country ?? null,
  fixed_establishments: one.fixed_establishments,
  valid_from: one.valid_from ?? null,
});

const dayBefore = (next: ProfileRow | undefined): IsoDate | null =>
  next?.valid_from === undefined ? null : plusDays(next.valid_from, -1);
