import * as z from "zod";
import { type IsoDate, plusDays, rowOn } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import type { LedgerId } from "../../core/ids.ts";
import { answeredFields, withNulls } from "../../core/input/answered-fields.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { VatNumberWarning } from "./identifier.ts";

const FixedEstablishment = z.strictObject({
  country: z.string(),
  vat_number_masked: z.string().optional(),
  vat_number_warning: VatNumberWarning.optional(),
});

/** The establishments of a business from `valid_from` on, until a newer row begins. */
const ProfileRow = z.object({
  valid_from: Day.optional(),
  establishment_country: z.string().optional(),
  fixed_establishments: z.array(FixedEstablishment),
});
export type ProfileRow = Readonly<z.output<typeof ProfileRow>>;

/** The establishments of a business on one day. */
export type Profile = Omit<ProfileRow, "valid_from">;

export const NO_PROFILE: Profile = { fixed_establishments: [] };

/** Turnover of a year that is not in the ledger, in minor units of a Member State's currency. */
const EnteredTurnover = z.strictObject({
  year: z.int(),
  amount_minor: z.int(),
  currency: KnownCurrency,
});
export type EnteredTurnover = Readonly<z.output<typeof EnteredTurnover>>;

/**
 * The stored profile of an account, as one item. Rows are ordered newest first, and at most one has no first day. An
 * account without a profile has no establishment.
 */
export const DatedProfile = z.object({
  /** The number of writes so far; a write is conditional on the version that it read. */
  version: z.int(),
  rows: z.array(ProfileRow),
  entered_turnover: z.array(EnteredTurnover),
  display_name: z.string().optional(),
  lock_requires_ready: z.boolean().optional(),
  lock_requires_second_person: z.boolean().optional(),
  updated_at: z.string().optional(),
});
export type DatedProfile = Readonly<z.output<typeof DatedProfile>>;

export const UNDESCRIBED: DatedProfile = { version: 0, rows: [], entered_turnover: [] };

/** The dated rows of a profile, which is the part that the ledger needs. */
export type ProfileHistory = Pick<DatedProfile, "rows">;

/**
 * Returns the establishments of the business on `day`. A supply is assessed by the seat on its own day, whenever it is
 * reported: after a move, Art. 45, 58 and 369a VAT Directive still refer to the old seat.
 */
export const profileOn = ({ rows }: ProfileHistory, day: IsoDate): Profile =>
  rowOn(rows, day) ?? NO_PROFILE;

/**
 * Returns the Member State in which a seller of goods is established, or the seat where that is in none: a business
 * without a seat in the Union is established where its one fixed establishment is (Art. 59c(1)(a), 369a(2)).
 */
export function establishmentOfGoods(profile: Profile): string | undefined {
  const { establishment_country: seat, fixed_establishments } = profile;
  const [only, ...more] = fixed_establishments;
  const isAbroad = seat !== undefined && !isMemberState(seat);
  return isAbroad && only && more.length === 0 ? only.country : seat;
}

const profileView = {
  establishment_country: z.string().nullable(),
  fixed_establishments: z.array(z.strictObject(answeredFields(FixedEstablishment.shape))),
  valid_from: Day.nullable().describe("First day of the profile; null if it has always applied"),
};

/** Response of GET and PUT /v1/account: the row of today, and all rows. */
export const ProfileAnswer = z
  .strictObject({
    account: z.string().brand("LedgerId"),
    ...profileView,
    display_name: z.string().nullable(),
    lock_requires_ready: z.boolean(),
    lock_requires_second_person: z.boolean(),
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

/** Builds the response for a profile, with the row of `today` at the top level. */
export const profileAnswerOf = (
  ledger: LedgerId,
  profile: DatedProfile,
  today: IsoDate,
): ProfileAnswer => ({
  account: ledger,
  ...profileRowView(profileOn(profile, today)),
  display_name: profile.display_name ?? null,
  lock_requires_ready: profile.lock_requires_ready ?? false,
  lock_requires_second_person: profile.lock_requires_second_person ?? false,
  history: profile.rows.map((row, index) => ({
    ...profileRowView(row),
    valid_to: dayBefore(profile.rows[index - 1]),
  })),
  entered_turnover: profile.entered_turnover,
  updated_at: profile.updated_at ?? null,
});

const profileRowView = (row: ProfileRow) => ({
  establishment_country: row.establishment_country ?? null,
  fixed_establishments: row.fixed_establishments.map((establishment) =>
    withNulls(FixedEstablishment.shape, establishment),
  ),
  valid_from: row.valid_from ?? null,
});

const dayBefore = (next: ProfileRow | undefined): IsoDate | null =>
  next?.valid_from === undefined ? null : plusDays(next.valid_from, -1);

/** Removes the display name from a profile. The establishments stay, because they determine returns. */
export function withoutName(profile: DatedProfile): DatedProfile {
  const { display_name, ...rest } = profile;
  return display_name === undefined ? profile : rest;
}
