import { describe, expect, it, test } from "vitest";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { changeProfile } from "../../../shared/vat/seller/change-settings.ts";
import {
  NO_PROFILE,
  ProfileAnswer,
  profileAnswerOf,
  UNDESCRIBED,
} from "../../../shared/vat/seller/profile.ts";
import { NewProfile } from "../../../shared/vat/seller/profile-schema.ts";
import { MALFORMED_PROFILE } from "../../make/malformed-bodies.ts";
import { misreadFields } from "../../make/refusal.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const profile = (body: unknown) => changeProfile(UNDESCRIBED, NewProfile.parse(body), NOW);
const present = (body: unknown) => profile(body).rows[0] ?? NO_PROFILE;

test.for(MALFORMED_PROFILE)("refused: %s", ([, body, fields]) => {
  const { error } = NewProfile.safeParse(body);
  expect(misreadFields(error)).toEqual([...fields].sort());
});

describe("a profile", () => {
  it("keeps masks alone", () => {
    const kept = profile({
      establishment_country: "DE",
      fixed_establishments: [
        { country: "FR", vat_number: "fr k7 399 859 412" },
        { country: "GR", vat_number: "GR123456789" },
        { country: "IT", vat_number_masked: "IT***01" },
        { country: "ES" },
      ],
      display_name: " Beispiel GmbH ",
    });
    expect(kept).toEqual({
      version: 0,
      rows: [
        {
          establishment_country: "DE",
          fixed_establishments: [
            { country: "FR", vat_number_masked: "FR*********12" },
            {
              country: "EL",
              vat_number_masked: "EL*******89",
              vat_number_warning: "check_digits_wrong",
            },
            { country: "IT", vat_number_masked: "IT***01" },
            { country: "ES" },
          ],
        },
      ],
      entered_turnover: [],
      display_name: "Beispiel GmbH",
      updated_at: "2026-11-21T10:00:00.000Z",
    });
  });

  it("keeps a warning with the mask it belongs to", () => {
    const seat = (establishment: object) =>
      NewProfile.parse({ establishment_country: "DE", fixed_establishments: [establishment] });
    const slip = changeProfile(
      UNDESCRIBED,
      seat({ country: "PL", vat_number: "PL8567346216" }),
      NOW,
    );
    const shown = slip.rows[0]?.fixed_establishments[0] as object;
    expect(shown).toEqual({
      country: "PL",
      vat_number_masked: "PL********16",
      vat_number_warning: "check_digits_wrong",
    });
    expect(changeProfile(slip, seat(shown), NOW)).toBe(slip);
    const mask = { country: "PL", vat_number_masked: "PL********16" };
    expect(changeProfile(slip, seat(mask), NOW)).toBe(slip);
    // Its own warning comes with the answer; that of another number is not taken from a request.
    const other = { ...shown, vat_number_masked: "PL********15" };
    expect(changeProfile(slip, seat(other), NOW).rows[0]?.fixed_establishments).toEqual([
      { country: "PL", vat_number_masked: "PL********15" },
    ]);
    const right = seat({ country: "PL", vat_number: "PL8567346215" });
    expect(changeProfile(slip, right, NOW).rows[0]?.fixed_establishments).toEqual([
      { country: "PL", vat_number_masked: "PL********15" },
    ]);
  });

  test.for(["US", "XI", "GB", "CH"])("may be established in %s", (country) => {
    expect(present({ establishment_country: country }).establishment_country).toBe(country);
  });

  test.for(["EL", "GR"])("calls Greece EL: %s", (country) => {
    expect(present({ establishment_country: country }).establishment_country).toBe("EL");
  });

  it("does not list home under its other name", () => {
    const body = { establishment_country: "GR", fixed_establishments: [{ country: "EL" }] };
    expect(NewProfile.safeParse(body).success).toBe(false);
  });

  it("may be established in every other Member State", () => {
    const codes = "AT BE BG CY CZ DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";
    const fixed_establishments = codes.split(" ").map((country) => ({ country }));
    const kept = present({ establishment_country: "DE", fixed_establishments });
    expect(kept.fixed_establishments).toEqual(fixed_establishments);
  });
});

describe("the answer", () => {
  it("of an account never described says so", () => {
    expect(profileAnswerOf("acme" as LedgerId, UNDESCRIBED, dayOf(NOW))).toEqual({
      account: "acme",
      display_name: null,
      establishment_country: null,
      fixed_establishments: [],
      valid_from: null,
      history: [],
      entered_turnover: [],
      lock_requires_ready: false,
      lock_requires_second_person: false,
      updated_at: null,
    });
  });

  it("fits its schema", () => {
    const kept = profile({
      establishment_country: "DE",
      fixed_establishments: [{ country: "FR" }],
      valid_from: "2026-05-01",
      entered_turnover: [{ year: 2025, amount_minor: 0, currency: "SEK" }],
    });
    for (const shown of [kept, UNDESCRIBED]) {
      expect(() =>
        ProfileAnswer.parse(profileAnswerOf("acme" as LedgerId, shown, dayOf(NOW))),
      ).not.toThrow();
    }
  });
});
