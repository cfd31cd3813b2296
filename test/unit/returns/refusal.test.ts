import { describe, expect, it, test } from "vitest";
import { type Quarter, quarterOf } from "../../../shared/calendar/quarter.ts";
import { unionRegistrationFor } from "../../../shared/registrations/coverage.ts";
import type { Registration } from "../../../shared/registrations/registration.ts";
import { refusalOf } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";

const Q3 = quarterOf("2026-Q3") as Quarter;

const refusal = (rows: readonly Registration[]) => refusalOf(() => unionRegistrationFor(rows, Q3));

test.for([
  ["open since long", { effective_from: "2021-07-01" }],
  ["begins on the last day", { effective_from: "2026-09-30" }],
  ["ends on the first day", { effective_to: "2026-07-01", status: "ended" }],
  ["ended after the quarter", { effective_to: "2026-12-31", status: "ended" }],
  ["active with an end", { effective_to: "2026-08-15", status: "active" }],
] as const)("covers 2026-Q3: %s", ([, fields]) => {
  const row = makeRegistration(fields);
  expect(unionRegistrationFor([row], Q3)).toBe(row);
});

test.for([
  ["no rows at all", [], /^no active or ended union_oss registration covers 2026-Q3$/],
  ["begins the day after", [{ effective_from: "2026-10-01" }], /covers 2026-Q3$/],
  ["ended the day before", [{ effective_to: "2026-06-30", status: "ended" }], /covers 2026-Q3$/],
  ["pending", [{ id: 7, status: "pending" }], /covers 2026-Q3: registration 7 is pending$/],
  ["excluded", [{ id: 8, status: "excluded" }], /8 is excluded/],
  [
    "pending and excluded",
    [
      { id: 7, status: "pending" },
      { id: 8, status: "excluded" },
    ],
    /7 is pending, 8 is excluded/,
  ],
  [
    "another scheme",
    [{ scheme_type: "ioss" }, { scheme_type: "non_union_oss" }],
    /covers 2026-Q3$/,
  ],
] as const)("does not cover 2026-Q3: %s", ([, rows, message]) => {
  const error = refusal(rows.map((fields) => makeRegistration(fields)));
  expect(error.code).toBe("registration_required");
  expect(error.message).toMatch(message);
});

describe("more than one", () => {
  it("is a conflict that names the rows", () => {
    const error = refusal([
      makeRegistration({ id: 3, effective_to: "2026-08-01", status: "ended" }),
      makeRegistration({ id: 5, effective_from: "2026-08-02", member_state_identification: "FR" }),
    ]);
    expect(error.code).toBe("registration_conflict");
    expect(error.message).toContain("3, 5");
  });

  it("is none when the others are excluded, pending or of another scheme", () => {
    const row = makeRegistration({ id: 4 });
    const others = [
      makeRegistration({ id: 1, status: "excluded" }),
      makeRegistration({ id: 2, status: "pending" }),
      makeRegistration({ id: 3, scheme_type: "ioss" }),
    ];
    expect(unionRegistrationFor([...others, row], Q3)).toBe(row);
  });
});
