import { describe, expect, it } from "vitest";
import { demoEvents } from "../../../scripts/demo/events.ts";
import type { DemoEvent } from "../../../scripts/demo/sales.ts";
import { firstShopFile, shopFile } from "../../../scripts/demo/shop-import.ts";
import { quarterOfLateSales, type Story, storyOn } from "../../../scripts/demo/story.ts";
import {
  type IsoDate,
  monthsOf,
  type Period,
  periodOn,
  plusDays,
  publicationDayOn,
} from "../../../shared/core/calendar/dates.ts";

const day = (text: string) => text as IsoDate;

/** Every day of two years, of which one is a leap year. */
const DAYS = Array.from({ length: 731 }, (_, n) => plusDays(day("2026-08-01"), n));
const UNTIL = day("2026-10-30");

const keysOf = (periods: readonly Period[]) => periods.map(({ key }) => key);

function linesOf(today: string) {
  const { filedQuarters, filedMonths, open } = storyOn(day(today));
  const months = keysOf(filedMonths);
  return [keysOf(filedQuarters).join(), `${months[0]} to ${months.at(-1)}`, open.key];
}

/** All returns whose periods have ended since the registrations began. */
function endedIn({ quarters, importQuarters, today }: Story): Period[] {
  return [...quarters, ...importQuarters.flatMap(monthsOf)].filter(
    ({ lastDay }) => lastDay < today,
  );
}

describe("the story of the demo account", () => {
  it.for([
    // The return of the quarter is due until the end of the month; the months are filed.
    ["2026-10-31", "2025-Q4,2026-Q1,2026-Q2", "2026-04 to 2026-09", "2026-Q3"],
    // From then on the return of the last month is due.
    ["2026-11-01", "2025-Q4,2026-Q1,2026-Q2,2026-Q3", "2026-04 to 2026-09", "2026-10"],
    ["2026-12-31", "2025-Q4,2026-Q1,2026-Q2,2026-Q3", "2026-04 to 2026-10", "2026-11"],
    ["2027-01-01", "2026-Q1,2026-Q2,2026-Q3", "2026-07 to 2026-12", "2026-Q4"],
    ["2028-02-29", "2027-Q1,2027-Q2,2027-Q3,2027-Q4", "2027-07 to 2027-12", "2028-01"],
  ])("has filed on %s %s and %s, and has %s to file", ([today, ...expected]) => {
    expect(linesOf(today as string)).toEqual(expected);
  });

  it("has on every day exactly one return to file, due that day or later, and all others filed", () => {
    const wrong = DAYS.filter((today) => {
      const story = storyOn(today);
      const { filedQuarters, filedMonths, open } = story;
      const filed = [...filedQuarters, ...filedMonths];
      const expected = keysOf(endedIn(story)).sort();
      const isInTime = open.lastDay < today && today <= open.filingDueDate;
      return (
        !isInTime ||
        keysOf([...filed, open])
          .sort()
          .join() !== expected.join()
      );
    });
    expect(wrong).toEqual([]);
  });

  it("has on every day a late change of a filed quarter, within three to four filed ones", () => {
    const wrong = DAYS.filter((today) => {
      const story = storyOn(today);
      const { filedQuarters } = story;
      const isAYear = filedQuarters.length === 3 || filedQuarters.length === 4;
      return !isAYear || quarterOfLateSales(story).lastDay >= today;
    });
    expect(wrong).toEqual([]);
  });

  it("imports on every day sales of the running quarter, and nothing of tomorrow", () => {
    const wrong = DAYS.filter((today) => {
      const days = shopFile(today).match(/\d{4}-\d\d-\d\d/g) ?? [];
      const { firstDay } = periodOn("quarter", today);
      return days.length !== 13 || !days.every((day) => day >= firstDay && day <= today);
    });
    expect(wrong).toEqual([]);
  });

  it("imports one order without a country of dispatch, and corrects the mistakes of the first file", () => {
    const file = shopFile(day("2026-11-24"));
    expect(file.match(/,goods,,EUR,/g)).toHaveLength(1);
    const changed = firstShopFile(day("2026-11-24"))
      .split("\n")
      .filter((line) => !file.includes(line));
    expect(changed.map((line) => line.split(",")[0])).toEqual(["telephone-1011", "telephone-1012"]);
  });
});

describe("the currencies of the demo account", () => {
  const periodFor = ({ supply_kind, supply_date }: DemoEvent) =>
    periodOn(supply_kind === "imported_goods" ? "month" : "quarter", day(supply_date));

  it("are those of periods with known rates, and the euro in later ones", () => {
    for (const today of DAYS.filter((_, n) => n % 90 === 0)) {
      const events = demoEvents(storyOn(today), UNTIL);
      const byId = new Map(events.map((event) => [event.event_id, event]));
      // A correction converts at the rates of its sale.
      const wrong = events.filter((event) => {
        const sale = byId.get(event.original_event_id ?? "") ?? event;
        const isKnown = publicationDayOn(periodFor(sale).lastDay) <= UNTIL;
        return event.currency !== "EUR" && !isKnown;
      });
      expect(wrong, today).toEqual([]);
    }
  });

  it.for([
    ["2026-12-01", "2026-09-30"],
    ["2027-02-01", "2026-09-30"],
    ["2027-05-01", "2026-09-30"],
  ])("of %s are others than the euro to %s alone", ([today = "", last = ""]) => {
    const foreign = demoEvents(storyOn(day(today)), UNTIL).filter(
      ({ currency, event_type }) => event_type === "sale" && currency !== "EUR",
    );
    const ends = foreign.map((sale) => periodFor(sale).lastDay);
    expect(ends.sort().at(-1)).toBe(last);
  });

  it("are several wherever rates are known", () => {
    const known = new Set(
      demoEvents(storyOn(day("2026-11-24")), UNTIL)
        .filter(({ supply_date }) => supply_date <= "2026-09-30")
        .map(({ currency }) => currency),
    );
    expect([...known].sort()).toEqual(["CZK", "DKK", "EUR", "PLN", "SEK", "USD"]);
  });
});
