import { describe, expect, it } from "vitest";
import { shopFile } from "../../../scripts/demo/shop-import.ts";
import { storyOn } from "../../../scripts/demo/story.ts";
import type { IsoDate } from "../../../shared/core/calendar/iso-date.ts";
import type { Period } from "../../../shared/core/calendar/period.ts";

const day = (text: string) => text as IsoDate;

function told(today: string, ratesUntil: string) {
  const { filedQuarters, ready, filedMonths } = storyOn(day(today), day(ratesUntil));
  const keys = (periods: readonly Period[]) => periods.map(({ key }) => key);
  const months = keys(filedMonths);
  const span = months.length === 0 ? "none" : `${months[0]} to ${months.at(-1)}`;
  return [keys(filedQuarters).join(), ready.key, span];
}

describe("the story of the demo account", () => {
  it.for([
    // The rates of the last quarter are known: it is ready.
    ["2026-08-14", "2026-08-13", "2025-Q3,2025-Q4,2026-Q1", "2026-Q2", "2025-07 to 2026-06"],
    // They are not: the one before is ready, and months are filed as far as there are rates.
    ["2026-11-22", "2026-08-21", "2025-Q4,2026-Q1", "2026-Q2", "2025-10 to 2026-07"],
    ["2027-01-01", "2026-08-21", "2026-Q1,2026-Q2", "2026-Q3", "2026-01 to 2026-07"],
    // There are none: what is left out for want of rates is seen.
    ["2028-02-29", "2026-08-21", "2027-Q1,2027-Q2", "2027-Q3", "none"],
  ])("on %s, with rates until %s, has filed %s and can lock %s", ([today, rates, ...expected]) => {
    expect(told(today as string, rates as string)).toEqual(expected);
  });

  it.for(["2027-01-01", "2026-11-22"])(
    "imports on %s nothing of a period that is ready, and nothing of tomorrow",
    (today) => {
      const story = storyOn(day(today), day("2026-12-31"));
      const days = shopFile(story, day(today)).match(/\d{4}-\d\d-\d\d/g) ?? [];
      expect(days.length).toBe(13);
      expect(days.every((one) => one > story.ready.lastDay && one <= today)).toBe(true);
    },
  );
});
