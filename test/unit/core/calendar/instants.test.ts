import { expect, it } from "vitest";
import {
  dayOf,
  type IsoDate,
  instantOn,
  noticeInstant,
} from "../../../../shared/core/calendar/dates.ts";

const AT = new Date("2026-11-29T15:00:00Z");

it("an instant has its own day, and its notices begin with it", () => {
  expect([instantOn(undefined, AT), noticeInstant(AT)]).toEqual([AT, AT]);
  expect(dayOf(AT)).toBe("2026-11-29");
});

it("an instant of a sandbox with a clock has the day of the clock and the time of the calendar", () => {
  const instant = instantOn("2025-03-31" as IsoDate, AT);
  expect(dayOf(instant)).toBe("2025-03-31");
  expect([instant.toISOString(), instant.getTime()]).toEqual([AT.toISOString(), AT.getTime()]);
  expect(noticeInstant(instant).toISOString()).toBe("2025-03-31T00:00:00.000Z");
  // What is computed from its time has the day of the calendar.
  expect(dayOf(new Date(instant))).toBe("2026-11-29");
});
