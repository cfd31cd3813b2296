import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { rowOn } from "../reference-data/on-date.ts";
import { VatNumberWarning } from "./identifier.ts";

const FixedEstablishments = z.array(
  z.strictObject({
    country: z.string(),
    vat_number_masked: z.string().optional(),
    vat_number_warning: VatNumberWarning.optional(),
  }),
);

/** Where a business is established from `valid_from` on, until a newer row begins. */
const ProfileRow = z.object({
  valid_from: Day.optional(),
  establishment_country: z.string().optional(),
  fixed_establishments: FixedEstablishments,
});
export type ProfileRow = Readonly<z.output<typeof ProfileRow>>;

/** Where a business is established on one day. */
export type Profile = Omit<ProfileRow, "valid_from">;

export const NO_PROFILE: Profile = { fixed_establishments: [] };

/** Turnover of a year that is not in the ledger; in minor units of a Member State's currency. */
const EnteredTurnover = z.strictObject({
  year: z.int(),
  amount_minor: z.int(),
  currency: z.string(),
});
export type EnteredTurnover = Readonly<z.output<typeof EnteredTurnover>>;

/**
 * What is kept of an account, as one item: rows newest first, and of them one at most without a
 * first day. An account that was never described has no establishment at all.
 */
export const DatedProfile = z.object({
  /** The number of writes so far; a write names the one it has seen. */
  version: z.int(),
  rows: z.array(ProfileRow),
  entered_turnover: z.array(EnteredTurnover),
  display_name: z.string().optional(),
  lock_requires_ready: z.boolean().optional(),
  updated_at: z.string().optional(),
});
export type DatedProfile = Readonly<z.output<typeof DatedProfile>>;

export const UNDESCRIBED: DatedProfile = { version: 0, rows: [], entered_turnover: [] };

/** The dated rows of a profile, which is all that the ledger asks for. */
export type ProfileHistory = Pick<DatedProfile, "rows">;

/**
 * Where the business was established on `day`. A supply is judged by the seat of its own day, however
 * late it is booked: after a move, Art. 45, 58 and 369a VAT Directive still look at the old seat.
 */
export const profileOn = ({ rows }: ProfileHistory, day: IsoDate): Profile =>
  rowOn(rows, day) ?? NO_PROFILE;

const row = DatedProfile.shape.rows.element;

const profileView = {
  establishment_country: z.string().nullable(),
  fixed_establishments: row.shape.fixed_establishments,
  valid_from: Day.nullable().describe("Null: since ever"),
};

/** GET and PUT /v1/account: what holds today, and all rows. */
export const ProfileAnswer = z
  .strictObject({
    account: z.string(),
    ...profileView,
    display_name: z.string().optional(),
    lock_requires_ready: z.boolean(),
    history: z
      .array(
        z.strictObject({
          ...profileView,
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
  ...profileRowView(profileOn(profile, today)),
  ...(profile.display_name === undefined ? {} : { display_name: profile.display_name }),
  lock_requires_ready: profile.lock_requires_ready ?? false,
  history: profile.rows.map((one, index) => ({
    ...profileRowView(one),
    valid_to: dayBefore(profile.rows[index - 1]),
  })),
  entered_turnover: profile.entered_turnover,
  updated_at: profile.updated_at ?? null,
});

const profileRowView = (one: ProfileRow) => ({
  establishment_country: one.establishment_country ?? null,
  fixed_establishments: one.fixed_establishments,
  valid_from: one.valid_from ?? null,
});

const dayBefore = (next: ProfileRow | undefined): IsoDate | null =>
  next?.valid_from === undefined ? null : plusDays(next.valid_from, -1);
