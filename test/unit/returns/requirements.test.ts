import { describe, expect, it, test } from "vitest";
import { computeReturn } from "../../../shared/returns/compute/compute.ts";
import { coverageOf } from "../../../shared/returns/compute/coverage.ts";
import {
  readinessOf,
  rejectOpen,
  rejectUnready,
  requireCoverage,
  requireReturn,
} from "../../../shared/returns/compute/status.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { errorOf } from "../../make/refusal.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  computedReturn,
  excludedTally,
  lineTally,
  makeReturn,
  periodAt,
} from "../../make/return-input.ts";

const computedUnder = (registrations: readonly Registration[]) =>
  computeReturn(makeReturn([], { period: "2026-Q3", registrations }));

const refusal = (rows: readonly Registration[]) =>
  errorOf(() => requireReturn(computedUnder(rows)));

it("a return that one registration makes is handed on", () => {
  const row = makeRegistration();
  const computed = computedUnder([row]);
  expect(requireReturn(computed)).toBe(computed);
  expect(requireReturn(computed).registration).toBe(row);
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
    expect(requireReturn(computedUnder([...others, row])).registration).toBe(row);
  });
});

describe("the registration of a period", () => {
  const Q3 = periodAt("2026-Q3");
  const covered = (rows: readonly Registration[], id?: number) =>
    requireCoverage(UNION_OSS, Q3, coverageOf(UNION_OSS, rows, Q3, id));

  it("is handed on, or its lack is named", () => {
    const row = makeRegistration();
    expect(covered([row])).toBe(row);
    expect(errorOf(() => covered([row], 7))).toMatchObject({
      code: "registration_required",
      message:
        "no active or ended union_oss registration with id 7 covers 2026-Q3: registration 1 is active",
    });
  });

  it("is chosen among those that make returns", () => {
    const rows = [2, 3, 4].map((id) =>
      makeRegistration({ id, ...(id === 4 ? { status: "pending" } : {}) }),
    );
    expect(errorOf(() => covered(rows)).message).toBe(
      "more than one union_oss registration covers 2026-Q3: 2, 3; each makes a return, which registration_id of /v1/returns chooses",
    );
  });
});

describe("a return that shall be filed", () => {
  it("has no open point", () => {
    expect(() => rejectUnready(computedReturn([lineTally({}, 100, 19)]))).not.toThrow();
    expect(() => rejectUnready(computedReturn([]))).not.toThrow();
  });

  it("has no open question in a job over many returns, not even rows without a day", () => {
    const row = {
      ...{ import_id: "i", connection_id: null, format: "events_csv", source_id: "shop" },
      ...{ month: null, row_count: 2, reasons: [], amounts: null, unread_count: 2 },
    };
    const nil = { ...computedReturn([]), open_import_rows: [row] };
    expect(readinessOf(nil).status).toBe("nil_return");
    expect(() => rejectUnready(nil)).not.toThrow();
    expect(errorOf(() => rejectOpen(nil))).toMatchObject({
      code: "return_not_ready",
      details: [
        { field: "open_import_rows", message: "2: Rows of an imported file are not in the ledger" },
      ],
    });
    expect(() => rejectOpen(computedReturn([]))).not.toThrow();
  });

  it("is refused with each of them", () => {
    const unready = computedReturn([
      lineTally({}, -100, -19),
      excludedTally("needs_review_excluded", 2),
    ]);
    expect(errorOf(() => rejectUnready(unready))).toMatchObject({
      code: "return_not_ready",
      message: readinessOf(unready).detail,
      details: [
        { field: "needs_review_excluded", message: "2 left out, to be resolved" },
        { field: "negative_row", message: "1 of the return below zero" },
      ],
    });
  });
});
