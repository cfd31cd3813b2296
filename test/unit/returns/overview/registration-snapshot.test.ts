import { describe, expect, it, test } from "vitest";
import {
  RegistrationSnapshot,
  registrationSnapshot,
} from "../../../../shared/returns/overview/month-return.ts";
import { IOSS } from "../../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { UNDESCRIBED } from "../../../../shared/vat/seller/profile.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../../make/registration.ts";
import { importRegistration, periodAt } from "../../../make/return-input.ts";

const Q3 = periodAt("2025-Q3");
const snapshot = (rows: readonly Registration[]) => {
  const made = registrationSnapshot(rows, Q3, { quarterly: UNION_OSS, monthly: IOSS }, UNDESCRIBED);
  expect(RegistrationSnapshot.parse(made)).toEqual(made);
  return made;
};
const to = (effective_to: string, more: object = {}) => ({
  effective_to,
  status: "ended" as const,
  ...more,
});

test.for<[string, readonly Registration[], string]>([
  ["none", [], "registration_required"],
  ["one", [makeRegistration()], "covered"],
  ["one that ends in it", [makeRegistration(to("2025-07-01"))], "covered"],
  ["a pending one", [makeRegistration({ status: "pending" })], "registration_required"],
  [
    "two after one another",
    [makeRegistration(to("2025-08-10")), makeRegistration({ id: 2, effective_from: "2025-08-11" })],
    "registration_conflict",
  ],
])("the Union scheme with %s", ([, rows, status]) => {
  expect(snapshot(rows).union_oss.status).toBe(status);
});

test.for<[string, readonly Registration[], string]>([
  ["none", [], "not_registered"],
  ["one", [importRegistration()], "covered"],
  [
    "one from its second month",
    [importRegistration({ effective_from: "2025-08-15" })],
    "partly_covered",
  ],
  ["one that ends in its first", [importRegistration(to("2025-07-15"))], "partly_covered"],
  [
    "one for each month",
    [
      importRegistration(to("2025-07-31")),
      importRegistration({ id: 2, effective_from: "2025-08-01", ...to("2025-08-31") }),
      importRegistration({ id: 3, effective_from: "2025-09-01" }),
    ],
    "covered",
  ],
  [
    "two in one month",
    [
      importRegistration(to("2025-07-15")),
      importRegistration({ id: 2, effective_from: "2025-07-16" }),
    ],
    "registration_conflict",
  ],
])("the import scheme with %s", ([, rows, status]) => {
  expect(snapshot(rows).ioss.status).toBe(status);
});

describe("what needs cleaning up", () => {
  it("is what overlaps, by id", () => {
    const rows = [
      makeRegistration({ id: 9 }),
      makeRegistration({ id: 4 }),
      importRegistration({ id: 5 }),
    ];
    expect(snapshot(rows)).toMatchObject({
      union_oss: { cleanup_required: true, conflicting_registration_ids: [4, 9] },
      ioss: { cleanup_required: false, conflicting_registration_ids: [] },
      cleanup_required: true,
    });
  });

  it("is not what follows one another, though that conflicts", () => {
    const rows = [
      makeRegistration(to("2025-08-10")),
      makeRegistration({ id: 2, effective_from: "2025-08-11" }),
    ];
    expect(snapshot(rows)).toMatchObject({
      union_oss: { cleanup_required: false, conflicting_registration_ids: [1, 2] },
      cleanup_required: false,
    });
  });
});

it("shows the rows of the quarter, with their intermediary, but no excluded ones", () => {
  const through = importRegistration({
    id: 3,
    ioss_intermediary_name: "Parcels AB",
    ioss_intermediary_number_masked: "IN752*****21",
  });
  const rows = [
    makeRegistration(to("2025-06-30")),
    makeRegistration({ id: 2, status: "excluded" }),
    through,
    makeRegistration({ id: 4, status: "pending", effective_from: "2025-09-30" }),
  ];
  const { union_oss, ioss } = snapshot(rows);
  expect(union_oss.registrations.map(({ id }) => id)).toEqual([4]);
  expect(ioss.registrations).toEqual([{ ...through, vat_registration_number_warning: null }]);
});
