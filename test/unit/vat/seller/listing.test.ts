import fc from "fast-check";
import { expect, it, test } from "vitest";
import { type IsoDate, plusDays } from "../../../../shared/core/calendar/dates.ts";
import {
  type RegistrationList,
  RegistrationListQuery,
  registrationPage,
} from "../../../../shared/vat/seller/registration-schema.ts";
import { makeRegistration } from "../../../make/registration.ts";

const query = (given: Record<string, string> = {}) => RegistrationListQuery.parse(given);

it("puts the most recent window first, and of one day the newest row", () => {
  const rows = [
    makeRegistration({ id: 1, effective_from: "2021-07-01" }),
    makeRegistration({ id: 2, effective_from: "2024-01-01" }),
    makeRegistration({ id: 3, effective_from: "2021-07-01", status: "excluded" }),
    makeRegistration({ id: 10, effective_from: "2021-07-01", status: "excluded" }),
  ];
  const { items, next_cursor } = registrationPage(rows, query());
  expect(items.map(({ id }) => id)).toEqual([2, 10, 3, 1]);
  expect(next_cursor).toBeNull();
});

const registrations = fc
  .uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .nat(9)
          .map((day) =>
            makeRegistration({ id, effective_from: plusDays("2024-01-01" as IsoDate, day) }),
          ),
      ),
    ),
  );

it("shows every row once, whatever the page size", () => {
  fc.assert(
    fc.property(registrations, fc.integer({ min: 1, max: 7 }), (rows, limit) => {
      const seen: RegistrationList["items"] = [];
      let cursor: string | null | undefined;
      do {
        const page = registrationPage(
          rows,
          query({ limit: `${limit}`, ...(cursor && { cursor }) }),
        );
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(registrationPage(rows, query({ limit: "200" })).items);
    }),
  );
});

test.for([
  { limit: "0" },
  { limit: "201" },
  { limit: "-1" },
  { limit: "1.5" },
  { limit: "ten" },
  { limit: "" },
  { cursor: "" },
  { cursor: "!" },
  { cursor: btoa("{}") },
  { cursor: btoa('["supply-events","2024-01-01",1]') },
  { cursor: btoa('["tax-registrations","2024-02-30",1]') },
  { offset: "1" },
])("refuses %j", (given) => {
  expect(RegistrationListQuery.safeParse(given).success).toBe(false);
});
