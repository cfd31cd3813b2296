import { describe, expect, it, test } from "vitest";
import { computeReturn } from "../../../shared/returns/compute/compute.ts";
import { requireReturn } from "../../../shared/returns/compute/requirements.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { errorOf } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeReturn } from "../../make/return-input.ts";

const drawnUnder = (registrations: readonly Registration[]) =>
  computeReturn(makeReturn([], { period: "2026-Q3", registrations }));

const refusal = (rows: readonly Registration[]) => errorOf(() => requireReturn(drawnUnder(rows)));

it("a return that one registration makes is handed on", () => {
  const row = makeRegistration();
  const drawn = drawnUnder([row]);
  expect(requireReturn(drawn)).toBe(drawn);
  expect(requireReturn(drawn).registration).toBe(row);
});

it("a month is refused by its own name", () => {
  const month = makeReturn([], { scheme: IOSS, period: "2026-09", registrations: [] });
  expect(errorOf(() => requireReturn(computeReturn(month)))).toMatchObject({
    code: "registration_required",
    message: "no active or ended ioss registration covers 2026-09",
  });
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
    expect(requireReturn(drawnUnder([...others, row])).registration).toBe(row);
  });
});
