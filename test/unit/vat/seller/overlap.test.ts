import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import { DomainError } from "../../../../shared/core/errors/errors.ts";
import {
  addRegistration,
  changeRegistration,
  registrationWithId,
} from "../../../../shared/vat/seller/change-settings.ts";
import { overlap } from "../../../../shared/vat/seller/in-force.ts";
import {
  NO_REGISTRATIONS,
  Registration,
  type Registrations,
} from "../../../../shared/vat/seller/registration.ts";
import type { RegistrationPatch } from "../../../../shared/vat/seller/registration-schema.ts";
import { errorOf } from "../../../make/refusal.ts";
import {
  makeNewRegistration,
  makeRegistration,
  makeRegistrations,
} from "../../../make/registration.ts";

const patch = (fields: object) => fields as RegistrationPatch;

describe("overlap when adding", () => {
  const ended = makeRegistration({ id: 4, status: "ended", effective_to: "2023-12-31" });

  test.for([
    ["the last day is shared", { effective_from: "2023-12-31" }],
    ["inside", { effective_from: "2022-01-01", effective_to: "2022-01-01" }],
    ["same start", {}],
    ["pending", { status: "pending", effective_from: "2023-01-01" }],
  ] as const)("refused: %s", ([, fields]) => {
    const request = makeNewRegistration(fields);
    const error = errorOf(() => addRegistration(makeRegistrations(ended), request));
    expect(error.code).toBe("registration_overlap");
    expect(error.message).toContain("registration 4");
  });

  test.for([
    ["the next day", { effective_from: "2024-01-01" }],
    ["before", { effective_from: "2020-01-01", effective_to: "2021-06-30" }],
    ["another scheme", { scheme_type: "ioss" }],
    ["excluded itself", { status: "excluded" }],
  ] as const)("allowed: %s", ([, fields]) => {
    const all = addRegistration(makeRegistrations(ended), makeNewRegistration(fields));
    expect(all.items).toHaveLength(2);
  });

  it("does not look at excluded rows", () => {
    const excluded = makeRegistrations(makeRegistration({ status: "excluded" }));
    expect(addRegistration(excluded, makeNewRegistration()).items).toHaveLength(2);
  });
});

describe("overlap when changing", () => {
  test.for([
    ["a longer window", { effective_to: "2024-01-01" }],
    ["an open window", { effective_to: "", status: "active" }],
  ] as const)("refuses an overlap by %s", ([, fields]) => {
    const rows = makeRegistrations(
      makeRegistration({ id: 1, status: "ended", effective_to: "2023-12-31" }),
      makeRegistration({ id: 2, effective_from: "2024-01-01" }),
    );
    const error = errorOf(() => changeRegistration(rows, 1, patch(fields)));
    expect(error.code).toBe("registration_overlap");
    expect(error.message).toContain("registration 2");
  });

  it("refuses to bring an excluded duplicate back", () => {
    const rows = makeRegistrations(
      makeRegistration({ id: 1 }),
      makeRegistration({ id: 2, status: "excluded" }),
    );
    const back = patch({ status: "active" });
    expect(errorOf(() => changeRegistration(rows, 2, back)).code).toBe("registration_overlap");
    const without = changeRegistration(rows, 1, patch({ status: "excluded" }));
    expect(registrationWithId(changeRegistration(without, 2, back), 2).status).toBe("active");
  });
});

type Step = { id: number; patch: object } | { scheme_type: string };

describe("any sequence of writes", () => {
  const day = fc.nat(60).map((n) => plusDays("2024-01-01" as IsoDate, n));
  const scheme = fc.constantFrom("union_oss", "non_union_oss", "ioss");
  const status = fc.constantFrom("active", "pending", "ended", "excluded");
  const request = fc.record(
    { scheme_type: scheme, effective_from: day, effective_to: day, status },
    { requiredKeys: ["scheme_type", "effective_from", "status"] },
  );
  const change = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    patch: fc.record(
      { effective_from: day, effective_to: fc.oneof(day, fc.constant("")), status },
      { requiredKeys: [] },
    ),
  });

  const after = (all: Registrations, step: Step): Registrations => {
    try {
      return "patch" in step
        ? changeRegistration(all, step.id, patch(step.patch))
        : addRegistration(all, makeNewRegistration(step));
    } catch (error) {
      if (error instanceof DomainError) return all;
      throw error;
    }
  };

  const clashes = (all: Registrations) =>
    all.items.flatMap((row) =>
      all.items.filter(
        (other) =>
          row.id < other.id &&
          row.scheme_type === other.scheme_type &&
          row.status !== "excluded" &&
          other.status !== "excluded" &&
          overlap(row, other),
      ),
    );

  it("leaves no two non-excluded rows of a scheme on one day, and every row readable", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(request, change), { maxLength: 25 }), (steps) => {
        const all = steps.reduce<Registrations>(after, NO_REGISTRATIONS);
        expect(clashes(all)).toEqual([]);
        for (const row of all.items) expect(Registration.safeParse(row).success).toBe(true);
        expect(new Set(all.items.map(({ id }) => id)).size).toBe(all.items.length);
      }),
    );
  });
});
