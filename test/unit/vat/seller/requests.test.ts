import { describe, expect, it, test } from "vitest";
import {
  NewRegistration,
  RegistrationPatch,
} from "../../../../shared/vat/seller/registration-schema.ts";
import { MALFORMED_NEW } from "../../../make/malformed-bodies.ts";
import { misreadFields } from "../../../make/refusal.ts";

test.for(MALFORMED_NEW)("a new registration is refused: %s", ([, body, fields]) => {
  expect(misreadFields(NewRegistration.safeParse(body).error)).toEqual([...fields].sort());
});

describe("no refusal repeats an identifier", () => {
  const numbers = ["FR12345678901", "DE81190798", "DE811907980X", "811907980", "IM2761234561"];

  test.for(numbers)("%s", (number) => {
    const body = {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: "2024-01-01",
      status: "active",
    };
    for (const field of ["vat_registration_number", "vat_registration_number_masked"]) {
      const { error } = NewRegistration.safeParse({ ...body, [field]: number });
      expect(JSON.stringify(error?.issues)).not.toContain(number.slice(2, 10));
    }
  });
});

it("reads Greece by both codes", () => {
  const body = { scheme_type: "union_oss", effective_from: "2024-01-01", status: "active" };
  for (const code of ["EL", "GR"]) {
    const parsed = NewRegistration.parse({
      ...body,
      member_state_identification: code,
      vat_registration_number: "GR 123 456 789",
    });
    expect(parsed.member_state_identification).toBe("EL");
  }
});

it("takes an empty patch, and empty texts for the optional fields", () => {
  const cleared = {
    vat_registration_number: "",
    ioss_intermediary_name: "",
    ioss_intermediary_number_masked: "",
    effective_to: "",
  };
  expect(RegistrationPatch.parse({})).toEqual({});
  expect(RegistrationPatch.parse(cleared)).toEqual(cleared);
});
