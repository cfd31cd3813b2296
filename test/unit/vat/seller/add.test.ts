import { describe, expect, it, test } from "vitest";
import {
  addRegistration,
  registrationWithId,
} from "../../../../shared/vat/seller/change-settings.ts";
import { NO_REGISTRATIONS } from "../../../../shared/vat/seller/registration.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import {
  makeNewRegistration,
  makeRegistration,
  makeRegistrations,
} from "../../../make/registration.ts";

describe("adding", () => {
  it("numbers from 1 and keeps the mask alone", () => {
    const first = addRegistration(
      NO_REGISTRATIONS,
      makeNewRegistration({ vat_registration_number: "de 811.907-980" }),
    );
    expect(first.items).toEqual([
      makeRegistration({ id: 1, vat_registration_number_masked: "DE*******80" }),
    ]);
    const second = addRegistration(first, makeNewRegistration({ scheme_type: "ioss" }));
    expect(second.items.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("keeps a mask as it is given", () => {
    const masked = { vat_registration_number_masked: "DE****7980" };
    const all = addRegistration(NO_REGISTRATIONS, makeNewRegistration(masked));
    expect(registrationWithId(all, 1)).toMatchObject(masked);
  });

  it("takes a number with wrong check digits, and says so", () => {
    const [registration] = addRegistration(
      NO_REGISTRATIONS,
      makeNewRegistration({ vat_registration_number: "DE 811 907 981" }),
    ).items;
    expect(registration).toMatchObject({
      vat_registration_number_masked: "DE*******81",
      vat_registration_number_warning: "check_digits_wrong",
    });
  });

  it("masks the trader's and the intermediary's import scheme numbers", () => {
    const all = addRegistration(
      NO_REGISTRATIONS,
      makeNewRegistration({
        scheme_type: "ioss",
        vat_registration_number: "IM2761234561",
        ioss_intermediary_name: "Einfuhr GmbH",
        ioss_intermediary_number: "IN2767654321",
      }),
    );
    expect(registrationWithId(all, 1)).toMatchObject({
      vat_registration_number_masked: "IM276*****61",
      ioss_intermediary_name: "Einfuhr GmbH",
      ioss_intermediary_number_masked: "IN276*****21",
    });
    expect(JSON.stringify(all)).not.toMatch(/1234561|7654321/);
  });

  it("stops at 200 registrations", () => {
    const rows = Array.from({ length: 200 }, (_, n) =>
      makeRegistration({ id: n + 1, status: "excluded" }),
    );
    const full = makeRegistrations(...rows);
    const error = errorOf(() => addRegistration(full, makeNewRegistration()));
    expect(error.code).toBe("registration_limit_reached");
    expect(error.message).toContain("200");
    const free = makeRegistrations(...rows.slice(1));
    expect(addRegistration(free, makeNewRegistration()).items).toHaveLength(200);
  });
});

test.for([
  [
    "union number of another state",
    { vat_registration_number: "FR12345678901" },
    ["vat_registration_number"],
  ],
  [
    "import number in the Union scheme",
    { vat_registration_number: "IM2761234561" },
    ["vat_registration_number"],
  ],
  [
    "number without its prefix",
    { vat_registration_number: "811907980" },
    ["vat_registration_number"],
  ],
  [
    "mask of another state",
    { vat_registration_number_masked: "FR***21" },
    ["vat_registration_number_masked"],
  ],
  [
    "intermediary in the Union scheme",
    { ioss_intermediary_name: "X", ioss_intermediary_number: "IN2767654321" },
    ["ioss_intermediary_name", "ioss_intermediary_number"],
  ],
  [
    "intermediary mask in the non-Union scheme",
    { scheme_type: "non_union_oss", ioss_intermediary_number_masked: "IN***" },
    ["ioss_intermediary_number_masked"],
  ],
  [
    "XI in the non-Union scheme",
    { scheme_type: "non_union_oss", member_state_identification: "XI" },
    ["member_state_identification"],
  ],
  ["end before start", { effective_to: "2021-06-30" }, ["effective_to"]],
  ["ended without an end", { status: "ended" }, ["effective_to"]],
  [
    "all at once",
    { status: "ended", vat_registration_number: "1", ioss_intermediary_name: "X" },
    ["vat_registration_number", "ioss_intermediary_name", "effective_to"],
  ],
] as const)("refuses %s", ([, fields, faults]) => {
  const error = errorOf(() => addRegistration(NO_REGISTRATIONS, makeNewRegistration(fields)));
  expect(error.code).toBe("invalid_request");
  expect(fieldsOf(error)).toEqual(faults);
  for (const field of faults) expect(error.message).toContain(field);
});

test.for([
  ["Greek, with the EL prefix", "union_oss", "EL", "EL123456789", "EL*******89"],
  ["Greek, with the ISO prefix", "union_oss", "EL", "GR123456789", "EL*******89"],
  ["Northern Irish goods", "union_oss", "XI", "XI123456789", "XI*******89"],
  ["Northern Irish imports", "ioss", "XI", "IM9001234567", "IM900*****67"],
  ["non-Union", "non_union_oss", "IE", "EU372123456", "EU372****56"],
  ["import scheme", "ioss", "IE", "im 372 123456 7", "IM372*****67"],
] as const)("accepts %s", ([, scheme_type, member_state_identification, number, mask]) => {
  const request = makeNewRegistration({
    scheme_type,
    member_state_identification,
    vat_registration_number: number,
  });
  const all = addRegistration(NO_REGISTRATIONS, request);
  expect(registrationWithId(all, 1).vat_registration_number_masked).toBe(mask);
});
