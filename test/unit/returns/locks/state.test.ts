import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/iso-date.ts";
import type { Filing } from "../../../../shared/returns/locks/locked-period.ts";
import {
  afterFiling,
  inTheWay,
  type PeriodState,
  rejectLock,
  requestedLock,
  stateAfter,
  stateOf,
} from "../../../../shared/returns/locks/state.ts";
import { makeLock } from "../../../make/locked-period.ts";
import { errorOf } from "../../../make/refusal.ts";
import { periodAt } from "../../../make/return-input.ts";

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
    const next = () => stateAfter(request, state, "2025-Q3");
    if (expected.startsWith("period_")) expect(errorOf(next).code).toBe(expected);
    else expect(next()).toBe(expected);
  });

  it("are read off what is stored", () => {
    expect([undefined, lock, filed].map(stateOf)).toEqual(["open", "locked", "filed"]);
  });

  it("name the quarter in a refusal", () => {
    expect(errorOf(() => stateAfter("lock", "locked", "2025-Q3")).message).toContain("2025-Q3");
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
    expect(afterFiling(lock, "2025-Q3", filing("first"))).toEqual(filed);
  });

  it("is kept as it is when it is repeated", () => {
    expect(afterFiling(filed, "2025-Q3", filing("second"))).toBe(filed);
  });

  it("is refused before the lock", () => {
    const refusal = errorOf(() => afterFiling(undefined, "2025-Q3", filing("first")));
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
  ])("%s", ([, locks, making, asked, expected]) => {
    expect(inTheWay(locks.map(under), making, asked)?.registration_id).toBe(expected);
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
