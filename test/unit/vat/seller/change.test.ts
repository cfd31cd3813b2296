import { describe, expect, it, test } from "vitest";
import {
  changeRegistration,
  registrationWithId,
} from "../../../../shared/vat/seller/change-settings.ts";
import { Registration } from "../../../../shared/vat/seller/registration.ts";
import type { RegistrationPatch } from "../../../../shared/vat/seller/registration-schema.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import { makeRegistration, makeRegistrations } from "../../../make/registration.ts";

const patch = (fields: object) => fields as RegistrationPatch;

describe("changing", () => {
  const ioss = makeRegistration({
    id: 2,
    scheme_type: "ioss",
    vat_registration_number_masked: "IM276*****61",
    ioss_intermediary_name: "Einfuhr GmbH",
    ioss_intermediary_number_masked: "IN276*****21",
    effective_to: "2026-12-31",
    status: "ended",
  });
  const all = makeRegistrations(makeRegistration({ id: 1 }), ioss);
  const changed = (fields: object) =>
    registrationWithId(changeRegistration(all, 2, patch(fields)), 2);

  test.for([
    ["a name", { ioss_intermediary_name: "Import AG" }, { ioss_intermediary_name: "Import AG" }],
    ["a name cleared", { ioss_intermediary_name: "" }, { ioss_intermediary_name: undefined }],
    [
      "a number",
      { vat_registration_number: "IM2767777777" },
      { vat_registration_number_masked: "IM276*****77" },
    ],
    [
      "a number cleared",
      { vat_registration_number: "" },
      { vat_registration_number_masked: undefined },
    ],
    [
      "a mask cleared",
      { vat_registration_number_masked: "" },
      { vat_registration_number_masked: undefined },
    ],
    [
      "a mask",
      { vat_registration_number_masked: "IM***9" },
      { vat_registration_number_masked: "IM***9" },
    ],
    [
      "the intermediary's number",
      { ioss_intermediary_number: "IN2767777777" },
      { ioss_intermediary_number_masked: "IN276*****77" },
    ],
    [
      "the intermediary's number cleared",
      { ioss_intermediary_number: "" },
      { ioss_intermediary_number_masked: undefined },
    ],
    [
      "the intermediary's mask cleared",
      { ioss_intermediary_number_masked: "" },
      { ioss_intermediary_number_masked: undefined },
    ],
    [
      "open end again",
      { effective_to: "", status: "active" },
      { effective_to: undefined, status: "active" },
    ],
    ["status", { status: "excluded" }, { status: "excluded" }],
    ["start", { effective_from: "2020-01-01" }, { effective_from: "2020-01-01" }],
    ["the same scheme again", { scheme_type: "ioss" }, {}],
    [
      "the state, with its numbers",
      {
        member_state_identification: "IE",
        vat_registration_number: "IM3721234567",
        ioss_intermediary_number: "",
      },
      {
        member_state_identification: "IE",
        vat_registration_number_masked: "IM372*****67",
        ioss_intermediary_number_masked: undefined,
      },
    ],
  ] as const)("%s", ([, fields, expected]) => {
    expect(changed(fields)).toEqual({ ...ioss, ...expected });
    expect(Registration.safeParse(changed(fields)).success).toBe(true);
  });

  it("leaves unset fields absent", () => {
    expect(Object.keys(changed({ effective_to: "", status: "active" }))).not.toContain(
      "effective_to",
    );
    expect(Object.keys(changed({ vat_registration_number: "" }))).not.toContain(
      "vat_registration_number_masked",
    );
  });

  test.for([
    ["another scheme", { scheme_type: "union_oss" }, ["scheme_type"]],
    ["no end while ended", { effective_to: "" }, ["effective_to"]],
    ["an end before the start", { effective_to: "2021-06-30" }, ["effective_to"]],
    ["a start after the end", { effective_from: "2027-01-01" }, ["effective_to"]],
    [
      "another state, numbers kept",
      { member_state_identification: "IE" },
      ["vat_registration_number_masked", "ioss_intermediary_number_masked"],
    ],
    [
      "a number of another state",
      { vat_registration_number: "IM3721234567" },
      ["vat_registration_number"],
    ],
    [
      "several",
      { scheme_type: "union_oss", effective_to: "", vat_registration_number: "IM1" },
      ["scheme_type", "vat_registration_number", "effective_to"],
    ],
  ] as const)("refuses %s", ([, fields, faults]) => {
    const error = errorOf(() => changed(fields));
    expect(error.code).toBe("invalid_request");
    expect(fieldsOf(error)).toEqual(faults);
  });

  it("refuses intermediaries outside the import scheme, but lets them be cleared", () => {
    const error = errorOf(() => changeRegistration(all, 1, patch({ ioss_intermediary_name: "X" })));
    expect(fieldsOf(error)).toEqual(["ioss_intermediary_name"]);
    const cleared = changeRegistration(all, 1, patch({ ioss_intermediary_name: "" }));
    expect(cleared.items).toEqual(all.items);
  });

  it("forgets what was found of a number together with the number", () => {
    const slip = makeRegistration({
      id: 1,
      vat_registration_number_masked: "DE*******81",
      vat_registration_number_warning: "check_digits_wrong",
    });
    const rowsAfter = (fields: object) =>
      changeRegistration(makeRegistrations(slip), 1, patch(fields)).items;
    expect(rowsAfter({ effective_from: "2020-01-01" })).toMatchObject([
      { vat_registration_number_warning: "check_digits_wrong" },
    ]);
    const right = { ...slip, vat_registration_number_masked: "DE*******80" };
    const { vat_registration_number_warning: _, ...clean } = right;
    expect(rowsAfter({ vat_registration_number: "DE811907980" })).toEqual([clean]);
    expect(rowsAfter({ vat_registration_number_masked: "DE*******80" })).toEqual([clean]);
    const { vat_registration_number_masked: __, ...without } = clean;
    expect(rowsAfter({ vat_registration_number: "" })).toEqual([without]);
  });

  it("is nothing with an empty patch", () => expect(changeRegistration(all, 1, {})).toBe(all));

  test.for([0, 3, 999])("knows no registration %i", (id) => {
    expect(errorOf(() => changeRegistration(all, id, {})).code).toBe("not_found");
  });
});
