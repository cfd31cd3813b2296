import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  type OtherReturns,
  recordedBefore,
  requestedOpening,
  withdrawn,
} from "../../../../shared/returns/openings/record-opening.ts";
import { makeOpening } from "../../../make/opening.ts";
import { errorOf } from "../../../make/refusal.ts";
import { periodAt } from "../../../make/return-input.ts";

const Q1 = periodAt("2025-Q1");
const opening = makeOpening();
const other = makeOpening({}, { fingerprint: "sent-2" });
const danish = makeOpening({ currency: "DKK" }, { state: "DK", registration_id: 2 });
const gone = { ...other, withdrawn_at: "2025-05-02T10:00:00.000Z" };
const now = new Date("2025-05-03T10:00:00Z");

const OTHER_RETURNS: OtherReturns = {
  openings: [],
  activeRegistrations: [{ id: 1 }],
  locks: [],
  firstEvent: undefined,
};
const otherReturns = (changes: Partial<OtherReturns>): OtherReturns => ({
  ...OTHER_RETURNS,
  ...changes,
});
const day = (firstEvent: string) => otherReturns({ firstEvent: firstEvent as IsoDate });
const locked = (...keys: string[]) => keys.map((key) => ({ period_key: key as PeriodKey }));

describe("an opening", () => {
  it.for<[string, OtherReturns]>([
    ["on nothing", OTHER_RETURNS],
    ["before the first event", day("2025-04-01")],
    ["before the first lock", otherReturns({ locks: locked("2025-Q2", "2025-Q3") })],
    [
      "beside that of the other registration",
      otherReturns({ openings: [danish], activeRegistrations: [{ id: 1 }, { id: 2 }] }),
    ],
    ["after one that was withdrawn", otherReturns({ openings: [gone] })],
    [
      "after one that was withdrawn, when the ledger has begun",
      { ...day("2025-01-05"), openings: [gone] },
    ],
  ])("is recorded %s", ([, there]) => {
    expect(recordedBefore(opening, Q1, there)).toBeUndefined();
  });

  it.for<[string, OtherReturns, string]>([
    ["an event of its last day is there", day("2025-03-31"), "opening_closed"],
    ["an event before it is there", day("2024-01-01"), "opening_closed"],
    [
      "the period before is locked",
      otherReturns({ locks: locked("2025-Q2", "2024-Q4") }),
      "opening_closed",
    ],
    [
      "another return of the period is locked",
      otherReturns({ locks: locked("2025-Q1") }),
      "opening_closed",
    ],
    [
      "it is withdrawn and something is locked",
      otherReturns({ openings: [gone], locks: locked("2024-Q4") }),
      "opening_closed",
    ],
    [
      "the ledger has begun and one of another registration was withdrawn",
      {
        ...day("2025-01-05"),
        openings: [{ ...danish, withdrawn_at: "2025-05-02T10:00:00.000Z" }],
        activeRegistrations: [{ id: 1 }, { id: 2 }],
      },
      "opening_closed",
    ],
    ["another one is there", otherReturns({ openings: [other] }), "opening_conflict"],
    [
      "one is there under a registration that was excluded",
      otherReturns({ openings: [danish] }),
      "opening_conflict",
    ],
  ])("is refused when %s", ([, there, code]) => {
    expect(errorOf(() => recordedBefore(opening, Q1, there)).code).toBe(code);
  });

  it("that is sent again is the one that is there, whatever has come since", () => {
    const first = { ...opening, recorded_at: "2025-04-30T10:00:00.000Z" };
    const there = { ...day("2025-01-05"), openings: [first], locks: locked("2024-Q4") };
    expect(recordedBefore(opening, Q1, there)).toBe(first);
  });

  it("is found by its registration, or as the only one in force", () => {
    expect(requestedOpening([opening], undefined)).toBe(opening);
    expect(requestedOpening([opening, danish], 2)).toBe(danish);
    expect(requestedOpening([gone, danish], undefined)).toBe(danish);
    expect(errorOf(() => requestedOpening([gone], undefined)).code).toBe("not_found");
    expect(errorOf(() => requestedOpening([opening], 3)).code).toBe("not_found");
    const both = errorOf(() => requestedOpening([opening, danish], undefined));
    expect(both).toMatchObject({ code: "registration_conflict" });
    expect(both.message).toContain("1, 2");
  });
});

describe("a withdrawal", () => {
  const open = { locks: [], now };

  it("keeps what was recorded", () => {
    expect(withdrawn([opening], undefined, open)).toEqual({
      ...opening,
      withdrawn_at: "2025-05-03T10:00:00.000Z",
    });
  });

  it("stays as it was the first time", () => {
    expect(withdrawn([gone], undefined, { locks: locked("2025-Q2"), now })).toBe(gone);
    expect(withdrawn([gone, danish], 1, open)).toBe(gone);
  });

  it("belongs to the opening in force", () => {
    expect(withdrawn([gone, danish], undefined, open).registration_id).toBe(2);
  });

  it.for<[string, Parameters<typeof withdrawn>, string]>([
    [
      "a lock has followed",
      [[opening], undefined, { locks: locked("2025-Q2"), now }],
      "opening_closed",
    ],
    ["there is nothing", [[], undefined, open], "not_found"],
    ["there are two", [[opening, danish], undefined, open], "registration_conflict"],
  ])("is refused when %s", ([, given, code]) => {
    expect(errorOf(() => withdrawn(...given)).code).toBe(code);
  });
});
