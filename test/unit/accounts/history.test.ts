import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { changeProfile } from "../../../shared/vat/seller/change-settings.ts";
import {
  type DatedProfile,
  profileAnswerOf,
  profileOn,
  UNDESCRIBED,
} from "../../../shared/vat/seller/profile.ts";
import { NewProfile } from "../../../shared/vat/seller/profile-schema.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const TODAY = "2026-11-21" as IsoDate;
const LATER = new Date("2026-11-22T10:00:00.000Z");

/** A seat and its first day: absent, null (since ever), or a day. */
type Put = readonly [seat: string, valid_from?: string | null];

const request = ([establishment_country, valid_from]: Put): NewProfile =>
  NewProfile.parse({ establishment_country, ...(valid_from === undefined ? {} : { valid_from }) });

const after = (...puts: readonly Put[]): DatedProfile =>
  puts.reduce((kept, put) => changeProfile(kept, request(put), NOW), UNDESCRIBED);

const rowsOf = ({ rows }: DatedProfile) =>
  rows.map((row) => `${row.valid_from ?? "ever"} ${row.establishment_country}`);

test.for<[string, readonly Put[], readonly string[]]>([
  ["as before there were days: since ever", [["SE"]], ["ever SE"]],
  ["and replaced as a whole", [["SE"], ["DK"]], ["ever DK"]],
  ["a move (CIR 282/2011 Art. 57f)", [["SE"], ["DK", "2026-05-01"]], ["2026-05-01 DK", "ever SE"]],
  ["founded on a day: before it nothing is known", [["SE", "2026-05-01"]], ["2026-05-01 SE"]],
  [
    "the day was wrong: earlier",
    [["SE"], ["DK", "2026-05-01"], ["DK", "2026-03-01"]],
    ["2026-03-01 DK", "ever SE"],
  ],
  [
    "the day was wrong: later",
    [["SE"], ["DK", "2026-05-01"], ["SE", "2026-05-01"], ["DK", "2026-06-01"]],
    ["2026-06-01 DK", "ever SE"],
  ],
  [
    "the country was wrong",
    [["SE"], ["DK", "2026-05-01"], ["FI", "2026-05-01"]],
    ["2026-05-01 FI", "ever SE"],
  ],
  [
    "a move in between, told later",
    [["SE"], ["DK", "2026-05-01"], ["FI", "2026-03-01"]],
    ["2026-05-01 DK", "2026-03-01 FI", "ever SE"],
  ],
  [
    "the time before, told later",
    [
      ["DK", "2026-05-01"],
      ["SE", null],
    ],
    ["2026-05-01 DK", "ever SE"],
  ],
  ["a move that is to come", [["SE"], ["DK", "2027-01-01"]], ["2027-01-01 DK", "ever SE"]],
  ["no move after all", [["SE"], ["DK", "2026-05-01"], ["SE", "2026-05-01"]], ["ever SE"]],
  [
    "nothing moves: no day is needed",
    [["SE"], ["DK", "2026-05-01"], ["DK"]],
    ["2026-05-01 DK", "ever SE"],
  ],
])("%s", ([, puts, rows]) => {
  expect(rowsOf(after(...puts))).toEqual(rows);
});

test.for<[string, readonly Put[], string]>([
  ["a history that no day was named for", [["SE"], ["DK", "2026-05-01"], ["FI"]], "2026-05-01"],
  ["a day beyond a year", [["SE", "2027-11-22"]], "2027-11-21"],
])("refused: %s", ([, puts, told]) => {
  const refused = expect.objectContaining({
    code: "invalid_request",
    details: [{ field: "valid_from", message: expect.stringContaining(told) }],
  });
  expect(() => after(...puts)).toThrow(refused);
});

describe("a repeated PUT", () => {
  it.for<[string, Put]>([
    ["with the day", ["DK", "2026-05-01"]],
    ["without a day", ["DK"]],
    ["of the row since ever", ["SE", null]],
  ])("changes nothing, also not the time of the change: %s", ([, put]) => {
    const kept = after(["SE"], ["DK", "2026-05-01"]);
    expect(changeProfile(kept, request(put), LATER)).toBe(kept);
  });

  it("keeps entered turnover that it does not name, and clears it by an empty list", () => {
    const entered_turnover = [{ year: 2025, amount_minor: 5, currency: "EUR" }];
    const seat = { establishment_country: "SE" };
    const kept = changeProfile(UNDESCRIBED, NewProfile.parse({ ...seat, entered_turnover }), NOW);
    expect(kept.entered_turnover).toEqual(entered_turnover);
    expect(changeProfile(kept, NewProfile.parse(seat), LATER)).toBe(kept);
    const cleared = changeProfile(kept, NewProfile.parse({ ...seat, entered_turnover: [] }), LATER);
    expect(cleared.entered_turnover).toEqual([]);
  });
});

it("shows today's row on top, and in the history each with its last day", () => {
  const shown = profileAnswerOf(
    "acme" as LedgerId,
    after(["SE"], ["DK", "2026-05-01"], ["FI", "2027-01-01"]),
    TODAY,
  );
  expect(shown).toMatchObject({ establishment_country: "DK", valid_from: "2026-05-01" });
  expect(shown.history).toMatchObject([
    { establishment_country: "FI", valid_from: "2027-01-01", valid_to: null },
    { establishment_country: "DK", valid_from: "2026-05-01", valid_to: "2026-12-31" },
    { establishment_country: "SE", valid_from: null, valid_to: "2026-04-30" },
  ]);
});

it("takes at most fifty rows", () => {
  const puts = Array.from(
    { length: 51 },
    (_, n): Put => [n % 2 === 0 ? "SE" : "DK", plusDays("2026-01-01" as IsoDate, n)],
  );
  expect(after(...puts.slice(0, 50)).rows).toHaveLength(50);
  expect(() => after(...puts)).toThrow("at most 50 rows");
});

/** The seats of 22 days, as a list: what is put holds from its day to the next move. */
function seatsAfter(seats: readonly (string | undefined)[], [seat, n]: readonly [string, number]) {
  const move = seats.findIndex((seat, day) => day > n && seat !== seats[day - 1]);
  return seats.map((one, day) => (day >= n && (move < 0 || day < move) ? seat : one));
}

it("any puts in any order: each holds from its day to the next move, and no row repeats another", () => {
  const FIRST = "2026-01-01" as IsoDate;
  const putAt = fc.tuple(fc.constantFrom("SE", "DK", "FI"), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(putAt, { minLength: 1, maxLength: 12 }), (puts) => {
      const kept = after(...puts.map(([seat, n]): Put => [seat, plusDays(FIRST, n)]));
      const nobody = Array.from({ length: 22 }, (): string | undefined => undefined);
      const found = nobody.map((_, n) => profileOn(kept, plusDays(FIRST, n)).establishment_country);
      expect(found).toEqual(puts.reduce(seatsAfter, nobody));
      const seats = kept.rows.map((row) => row.establishment_country);
      expect(seats.every((seat, index) => seat !== seats[index + 1])).toBe(true);
    }),
    { numRuns: 300 },
  );
});
