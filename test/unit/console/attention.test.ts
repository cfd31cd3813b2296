import { describe, expect, it } from "vitest";
import type { LockedPeriod, TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { formatterFor } from "../../../functions/console/app/format/formatter.ts";
import { mattersOf } from "../../../functions/console/app/overview/attention.ts";
import { dueReturns } from "../../../functions/console/app/overview/due-returns.ts";
import {
  lastQuarters,
  type OverviewFacts,
} from "../../../functions/console/app/overview/load-overview.ts";
import { daysToAsk } from "../../../functions/console/app/overview/threshold-year.ts";
import { sayIn } from "../../../functions/console/app/texts/say.ts";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";

const words = { say: sayIn("en", "en-GB"), format: formatterFor("en-GB", "") };

const registration = (changes: Partial<TaxRegistration> = {}): TaxRegistration => ({
  id: 1,
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2021-07-01",
  status: "active",
  ...changes,
});

const locked = (period_key: string, status: LockedPeriod["status"]) =>
  ({ period_key, status }) as LockedPeriod;

const quarter = (period_key: string, status: string, waiting = 0) => ({
  period_key,
  union_oss: {
    status,
    warnings: waiting > 0 ? [{ code: "needs_review_excluded", count: waiting }] : [],
  },
  ioss: { months: [] },
});

/** The facts that the overview reads, as of a day. */
const factsOn = (today: string, changes: Partial<Record<keyof OverviewFacts, unknown>> = {}) =>
  ({
    today,
    overview: {
      covered_for_union_oss: true,
      cleanup_required: false,
      threshold: { checks: [{ destination_taxation_applies: true }] },
      changed_periods: [],
      unread_notifications: 0,
      hints: [],
      recount_pending: null,
    },
    registrations: [registration()],
    quarters: [],
    locked: { "union-oss": [], "non-union-oss": [], ioss: [] },
    ...changes,
  }) as unknown as OverviewFacts;

const withLocks = (union: readonly LockedPeriod[]) => ({
  locked: { "union-oss": union, "non-union-oss": [], ioss: [] },
});

const textsOf = (facts: OverviewFacts) =>
  mattersOf(facts, words).map(({ level, text }) => `${level}: ${text}`);

describe("returns that are due", () => {
  it("are those of the last periods, by due day, as far as they are", () => {
    const facts = factsOn("2026-07-10", withLocks([locked("2026-Q1", "filed")]));
    expect(
      dueReturns(facts).map(({ period, due, state, isOverdue }) => [period, due, state, isOverdue]),
    ).toEqual([
      ["2026-Q1", "2026-04-30", "filed", false],
      ["2026-Q2", "2026-07-31", "open", false],
      ["2026-Q3", "2026-10-31", "running", false],
    ]);
  });

  it("are overdue on the day after the last one, unless filed", () => {
    const overdueOn = (today: string, status?: LockedPeriod["status"]) =>
      dueReturns(factsOn(today, withLocks(status ? [locked("2026-Q2", status)] : [])))
        .filter(({ isOverdue }) => isOverdue)
        .map(({ period }) => period);
    expect(overdueOn("2026-07-31")).toEqual(["2026-Q1"]);
    expect(overdueOn("2026-08-01", "locked")).toEqual(["2026-Q1", "2026-Q2"]);
    expect(overdueOn("2026-08-01", "filed")).toEqual(["2026-Q1"]);
  });

  it("are none of days without a registration, and months of the import scheme", () => {
    const registrations = [
      registration({ effective_from: "2026-05-10" }),
      registration({ scheme_type: "ioss", effective_from: "2026-06-01" }),
      registration({ scheme_type: "non_union_oss", status: "excluded" }),
    ];
    const facts = factsOn("2026-07-10", { registrations });
    expect(dueReturns(facts).map(({ scheme, period }) => `${scheme} ${period}`)).toEqual([
      "union-oss 2026-Q2",
      "ioss 2026-06",
      "ioss 2026-07",
      "union-oss 2026-Q3",
    ]);
  });
});

describe("what needs attention", () => {
  it("is nothing where all is filed", () => {
    const filed = [locked("2026-Q1", "filed"), locked("2026-Q2", "filed")];
    expect(textsOf(factsOn("2026-08-10", withLocks(filed)))).toEqual([]);
  });

  it("is what is worst first", () => {
    const facts = factsOn("2026-07-10", {
      quarters: [quarter("2026-Q2", "review_required", 2)],
      ...withLocks([]),
    });
    expect(textsOf(facts)).toEqual([
      "bad: Union scheme, Q1 2026: was due on 30 Apr 2026, and is not locked yet.",
      "warn: Union scheme, Q2 2026: has open questions. Lock and file by 31 Jul 2026.",
      "warn: Q2 2026: 2 events wait for a decision and are in no return.",
    ]);
  });

  it("leads to the period that is to be filed", () => {
    const locks = [locked("2026-Q1", "filed"), locked("2026-Q2", "locked")];
    expect(mattersOf(factsOn("2026-07-10", withLocks(locks)), words)).toEqual([
      {
        level: "info",
        text: "Union scheme, Q2 2026: is locked. File and pay by 31 Jul 2026, and record it here.",
        to: { name: "filing", scheme: "union-oss", period: "2026-Q2" },
      },
    ]);
  });

  it("is also what changed, overlaps, is not registered, or is counted anew", () => {
    const overview = {
      covered_for_union_oss: false,
      cleanup_required: true,
      threshold: { checks: [{ destination_taxation_applies: true }] },
      changed_periods: [{ scheme_type: "ioss", period_key: "2026-05" }],
      unread_notifications: 1,
      hints: [{ code: "registration_elsewhere", registration_id: 7, message: "" }],
      recount_pending: {},
    };
    expect(textsOf(factsOn("2026-07-10", { overview, registrations: [] }))).toEqual([
      "bad: Registrations overlap: end or exclude the duplicates.",
      "warn: Import scheme, May 2026: has changed since it was locked. The next open return declares what moved.",
      "warn: VAT is due where your customers are, and there is no Union registration today.",
      "warn: Registration 7 is not in the state of your seat. Is that meant?",
      "info: A recount is running: figures may still change.",
      "info: 1 notification about the threshold is unread.",
    ]);
  });
});

it("the curve of the year asks for each end of a month, and today", () => {
  expect(daysToAsk("2024-03-15" as IsoDate)).toEqual(["2024-01-31", "2024-02-29", "2024-03-15"]);
  expect(daysToAsk("2026-01-01" as IsoDate)).toEqual(["2026-01-01"]);
  expect(lastQuarters("2026-02-01" as IsoDate, 3)).toEqual(["2026-Q1", "2025-Q4", "2025-Q3"]);
});
