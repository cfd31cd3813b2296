import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { AuthorId } from "../../../../shared/core/ids.ts";
import { filingOf, futureFilingFaults } from "../../../../shared/returns/locks/schema.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import { periodAt } from "../../../make/return-input.ts";

const Q3 = periodAt("2025-Q3");
const caller = {
  author: "key-1" as AuthorId,
  now: new Date("2025-10-20T23:30:00Z"),
  today: "2025-10-20" as IsoDate,
};
const filed = (filed_at?: string, filing_reference?: string) =>
  filingOf({ filed_at: filed_at as IsoDate | undefined, filing_reference }, Q3, caller);

describe("the record of a filing", () => {
  it("says what the caller says, and who recorded it when", () => {
    expect(filed("2025-10-15", "SE/1")).toEqual({
      filed_at: "2025-10-15",
      filing_reference: "SE/1",
      recorded_at: "2025-10-20T23:30:00.000Z",
      recorded_by: "key-1",
    });
  });

  it("is of today without a day, and has no empty reference", () => {
    expect(filed()).toEqual({
      filed_at: "2025-10-20",
      recorded_at: "2025-10-20T23:30:00.000Z",
      recorded_by: "key-1",
    });
  });

  it("is of a day after the quarter, late or in time", () => {
    const refusal = errorOf(() => filed("2025-09-30"));
    expect([refusal.code, fieldsOf(refusal)]).toEqual(["invalid_request", ["filed_at"]]);
    expect(filed("2025-10-01").filed_at).toBe("2025-10-01");
    expect(filed("2025-11-30").filed_at).toBe("2025-11-30");
  });
});

describe("a day of filing", () => {
  test.for<[unknown, number]>([
    [{ filed_at: "2025-10-20" }, 0],
    [{ filed_at: "2025-10-21" }, 0],
    [{ filed_at: "2025-10-22" }, 1],
    [{}, 0],
    [{ filed_at: "soon" }, 0],
    [[], 0],
    [null, 0],
  ])("%j has %i faults of its own on 2025-10-20", ([body, count]) => {
    const faults = futureFilingFaults(body, caller.today);
    expect(faults.map(({ field }) => field)).toEqual(Array(count).fill("filed_at"));
  });
});
