import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { type Filing, openingsIn } from "../../../../shared/returns/locks/locked-period.ts";
import {
  afterFiling,
  inTheWay,
  type PeriodState,
  rejectFiledElsewhere,
  rejectLock,
  requestedLock,
  requestedPeriods,
  requireNilReturn,
  stateAfter,
  stateOf,
} from "../../../../shared/returns/locks/state.ts";
import { UNION_OSS } from "../../../../shared/vat/schemes/union-oss.ts";
import { makeLock } from "../../../make/locked-period.ts";
import { errorOf, fieldsOf } from "../../../make/refusal.ts";
import { computedReturn, lineTally, periodAt } from "../../../make/return-input.ts";

const Q3 = periodAt("2025-Q3");
const lock = makeLock();
const filing = (filing_reference: string): Filing => ({
  filed_at: "2025-10-15" as IsoDate,
  filing_reference,
  recorded_at: "2025-10-15T10:00:00.000Z",
  recorded_by: "key-1",
});
const filed = { ...lock, filed: filing("first") };

describe("the states", () => {
  test.for<[PeriodState, "lock" | "file", string]>([
    ["open", "lock", "locked"],
    ["locked", "lock", "period_already_locked"],
    ["filed", "lock", "period_already_locked"],
    ["open", "file", "period_not_locked"],
    ["locked", "file", "filed"],
    ["filed", "file", "filed"],
  ])("%s, asked to %s: %s", ([state, request, expected]) => {
    const next = () => stateAfter(request, state, "2025-Q3" as PeriodKey);
    if (expected.startsWith("period_")) expect(errorOf(next).code).toBe(expected);
    else expect(next()).toBe(expected);
  });

  it("are read off what is stored", () => {
    expect([undefined, lock, filed].map(stateOf)).toEqual(["open", "locked", "filed"]);
  });

  it("name the quarter in a refusal", () => {
    expect(errorOf(() => stateAfter("lock", "locked", "2025-Q3" as PeriodKey)).message).toContain(
      "2025-Q3",
    );
  });
});

describe("a lock", () => {
  const refuse = (day: string, stored?: typeof lock) => rejectLock(stored, Q3, day as IsoDate);

  it("is possible from the day after the quarter", () => {
    expect(errorOf(() => refuse("2025-09-30")).code).toBe("period_not_ended");
    expect(() => refuse("2025-10-01")).not.toThrow();
    expect(() => refuse("2031-01-01")).not.toThrow();
  });

  it("of a locked quarter is refused as such on any day", () => {
    for (const day of ["2025-08-01", "2025-10-01"]) {
      expect(errorOf(() => refuse(day, lock)).code).toBe("period_already_locked");
    }
  });
});

describe("a filing", () => {
  it("is added to a locked quarter and changes nothing else", () => {
    expect(afterFiling(lock, "2025-Q3" as PeriodKey, filing("first"))).toEqual(filed);
  });

  it("is kept as it is when it is repeated", () => {
    expect(afterFiling(filed, "2025-Q3" as PeriodKey, filing("second"))).toBe(filed);
  });

  it("is refused before the lock", () => {
    const refusal = errorOf(() => afterFiling(undefined, "2025-Q3" as PeriodKey, filing("first")));
    expect(refusal.code).toBe("period_not_locked");
  });
});

describe("a period that two registrations share", () => {
  const under = (registration_id: number) => ({ ...makeLock(), registration_id });
  const [swedish, danish] = [under(1), under(2)];
  const both = [{ id: 1 }, { id: 2 }];

  it.for<[string, number[], { id: number }[], number | undefined, number | undefined]>([
    ["nothing is locked", [], both, 1, undefined],
    ["the other one is locked", [1], both, 2, undefined],
    ["this one is locked", [1, 2], both, 2, 2],
    ["no one was chosen", [1], both, undefined, undefined],
    ["only one makes returns, and is locked", [1], [{ id: 1 }], undefined, 1],
    ["it was locked under one that makes none any more", [1], [{ id: 3 }], undefined, 1],
    ["it was, and the other is chosen", [1], [{ id: 3 }], 3, 1],
    ["no registration makes returns any more", [1], [], undefined, 1],
  ])("%s", ([, locks, activeRegistrations, asked, expected]) => {
    expect(inTheWay(locks.map(under), activeRegistrations, asked)?.registration_id).toBe(expected);
  });

  it("answers the lock of the chosen one, or the only one", () => {
    expect(requestedLock([swedish, danish], 2)).toBe(danish);
    expect(requestedLock([swedish], 2)).toBeUndefined();
    expect(requestedLock([swedish], undefined)).toBe(swedish);
    expect(requestedLock([], undefined)).toBeUndefined();
  });

  it("wants a choice where there are two, and names them", () => {
    const refusal = errorOf(() => requestedLock([swedish, danish], undefined));
    expect(refusal.code).toBe("registration_conflict");
    expect(refusal.message).toContain("1, 2");
  });
});

describe("the periods of nil returns", () => {
  const keys = (...named: string[]) => requestedPeriods(UNION_OSS, named).map(({ key }) => key);

  it("come by age", () => {
    expect(keys("2025-Q3", "2024-Q4", "2025-Q1")).toEqual(["2024-Q4", "2025-Q1", "2025-Q3"]);
  });

  it("are refused at their places: no period, one named twice, one of another kind", () => {
    const refusal = errorOf(() => keys("2025-Q3", "2025-Q9", "2025-Q3", "2025-07"));
    expect(fieldsOf(refusal)).toEqual(["period_keys.1", "period_keys.2", "period_keys.3"]);
    expect(refusal.details?.slice(0, 2).map(({ message }) => message)).toEqual([
      "must look like 2026-Q3 or 2026-09",
      "is named twice",
    ]);
  });

  it("have nothing in their returns", () => {
    expect(() => requireNilReturn(computedReturn([]))).not.toThrow();
    expect(errorOf(() => requireNilReturn(computedReturn([lineTally({}, 100, 19)])))).toMatchObject(
      {
        code: "return_not_ready",
        message: "2025-Q3 is not a nil return: 1 of 1 source events are in the return.",
      },
    );
  });
});

describe("a return that was filed elsewhere", () => {
  const opening = {
    period_key: "2025-Q3" as PeriodKey,
    registration_id: 2,
    member_state_identification: "SE",
    return_currency: "EUR" as const,
    withdrawn: false,
  };

  it("is not locked, and is named", () => {
    expect(() => rejectFiledElsewhere(undefined)).not.toThrow();
    expect(errorOf(() => rejectFiledElsewhere(opening))).toMatchObject({
      code: "period_filed_elsewhere",
      message: expect.stringContaining("2025-Q3 under registration 2 was filed elsewhere"),
    });
  });

  it("is read off the marks of all periods", () => {
    const marks = (...openings: (typeof opening)[]) => ({ changes: 0, locks: [], openings });
    const other = { ...opening, period_key: "2025-Q2" as PeriodKey };
    const markers = new Map([
      ["u2025-Q2", marks(other)],
      ["u2025-Q3", marks(opening)],
    ]);
    expect(openingsIn(markers)).toEqual([other, opening]);
  });
});
