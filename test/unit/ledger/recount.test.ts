import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { MOVES_PER_WRITE } from "../../../shared/ledger/commit/plan.ts";
import {
  advanced,
  type Chunk,
  concerns,
  isPending,
  NO_RECOUNT,
  type RecountState,
  requested,
  requestedByHand,
  startPass,
  waitBefore,
  withEvents,
} from "../../../shared/ledger/recount/recount-state.ts";
import { RULES_VERSION } from "../../../shared/ledger/sums/sums-of-event.ts";
import {
  type Boundaries,
  changedDays,
  firstFinalDay,
} from "../../../shared/vat/schemes/registration-segments.ts";
import { history } from "../../make/history.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger } from "./memory-ledger.ts";

/** A registration begins on each of the days, except on those that are marked as the day after an end. */
const edgesAt = (...days: string[]): Boundaries => new Map([["union_oss", days.map(edgeOf)]]);

const edgeOf = (text: string) => ({
  day: text.replace(" ended", "") as IsoDate,
  state: text.endsWith(" ended") ? undefined : "DE",
});

/** Days within quarters that the histories have events in, before, on and after. */
const edges = fc
  .tuple(
    fc.subarray(["2025-02-10", "2025-04-15", "2025-05-20", "2025-07-05", "2025-08-01"]),
    fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  )
  .map(([days, ended]) => edgesAt(...days.map((day, n) => (ended[n] ? `${day} ended` : day))));

const sumsIn = (ledger: MemoryLedger) =>
  Object.fromEntries(
    [...ledger.tallies].flatMap(([id, sums]) =>
      [...sums].map(([name, sum]) => [`${id} ${name}`, sum]).filter(([, sum]) => sum !== 0),
    ),
  );

const committedUnder = (under: Boundaries, events: Parameters<MemoryLedger["commit"]>[0]) => {
  const ledger = new MemoryLedger(under);
  ledger.commit(events);
  return ledger;
};

describe("a recount", () => {
  it("ends in the sums of committing afterwards, whatever came when and however often it died", () => {
    const runs = history({ min: 1, max: 12 }).chain((events) =>
      fc.record({
        events: fc.constant(events),
        changes: fc.array(fc.tuple(fc.nat(events.length), edges), { minLength: 1, maxLength: 4 }),
        // Between commits a recount looks at some events, and dies.
        steps: fc.array(fc.tuple(fc.nat(events.length), fc.nat(events.length - 1), fc.boolean()), {
          maxLength: 20,
        }),
        last: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      }),
    );
    fc.assert(
      fc.property(runs, ({ events, changes, steps, last }) => {
        const ledger = new MemoryLedger();
        const arrive = (n: number) => {
          for (const [, changed] of changes.filter(([at]) => at === n)) ledger.boundaries = changed;
          for (const [, which, whole] of steps.filter(([at]) => at === n)) {
            ledger.recount(events[which]?.event_id ?? "", { whole });
          }
        };
        for (const [n, event] of events.entries()) {
          arrive(n);
          ledger.commit([event]);
        }
        arrive(events.length);
        for (const { event_id } of last) ledger.recount(event_id);
        expect(sumsIn(ledger)).toEqual(sumsIn(committedUnder(ledger.boundaries, events)));
        expect(ledger.largestTransaction).toBeLessThanOrEqual(100);
      }),
      { numRuns: lengthOf("ROUNDS", 100, 10_000) },
    );
  });

  it("needs to look only at the days between moved edges, and at what refers to their events", () => {
    const runs = fc.tuple(history({ min: 1, max: 14 }), edges, edges);
    fc.assert(
      fc.property(runs, ([events, before, after]) => {
        const ledger = committedUnder(before, events);
        ledger.boundaries = after;
        const days = changedDays(before, after);
        for (const { event_id, supply_date } of events) {
          if (days && supply_date >= days.from && supply_date <= days.to) ledger.recount(event_id);
        }
        expect(sumsIn(ledger)).toEqual(sumsIn(committedUnder(after, events)));
      }),
      { numRuns: lengthOf("ROUNDS", 100, 10_000) },
    );
  });

  it("writes nothing the second time", () => {
    fc.assert(
      fc.property(history({ min: 1, max: 10 }), edges, (events, after) => {
        const ledger = committedUnder(edgesAt(), events);
        ledger.boundaries = after;
        for (const { event_id } of events) ledger.recount(event_id);
        const versions = () => [...ledger.events.values()].map(({ event }) => event?.version);
        const seen = versions();
        for (const { event_id } of events) ledger.recount(event_id);
        expect(versions()).toEqual(seen);
      }),
    );
  });
});

test("what does not fit into the transaction of its sale is moved by whoever comes next", () => {
  const refunds = Array.from({ length: 2 * MOVES_PER_WRITE + 5 }, (_, n) =>
    makeRefund({ event_id: `r${n}`, supply_date: "2025-11-20" as never }),
  );
  const events = [makeSale(), ...refunds];
  const ledger = committedUnder(edgesAt(), events);
  ledger.boundaries = edgesAt("2025-07-15");
  ledger.recount("sale-1", { whole: false });
  expect(ledger.state("sale-1").event).toMatchObject({ propagating: true });
  ledger.recount("sale-1");
  expect(ledger.state("sale-1").event?.propagating).toBeUndefined();
  expect(sumsIn(ledger)).toEqual(sumsIn(committedUnder(ledger.boundaries, events)));
});

test.for([
  ["nothing", [], [], undefined],
  ["the first day of a quarter", [], ["2025-07-01"], undefined],
  ["the day after its last", ["2025-10-01"], [], undefined],
  // The days before it were kept in full, until somebody would register.
  ["a day within", [], ["2025-08-10"], ["2025-07-01", "2025-09-30"]],
  ["one that is gone", ["2025-08-10"], [], ["2025-07-01", "2025-09-30"]],
  ["one that has moved", ["2025-09-10"], ["2025-08-10"], ["2025-08-10", "2025-09-30"]],
  ["two quarters", ["2025-09-10"], ["2025-11-02"], ["2025-07-01", "2025-12-31"]],
  ["one that stays", ["2025-08-10"], ["2025-08-10"], undefined],
  // The first begins elsewhere, and has ended on the same day.
  [
    "days before it that are had by somebody else now",
    ["2025-02-10", "2025-08-10 ended"],
    ["2025-03-10", "2025-08-10 ended"],
    // Corrections of what was sold between the two beginnings go with the return of the end, or no longer do.
    ["2025-02-10", "9999-12-31"],
  ],
  [
    "an end that another one follows at once",
    ["2025-02-10", "2025-08-10 ended"],
    ["2025-02-10", "2025-08-10"],
    ["2025-08-10", "9999-12-31"],
  ],
  [
    "a beginning long before an end within",
    ["2025-08-10 ended"],
    ["2025-02-10", "2025-08-10 ended"],
    ["2025-01-01", "9999-12-31"],
  ],
] as const)("moved edges: %s", ([, before, after, days]) => {
  const [from, to] = days ?? [];
  expect(changedDays(edgesAt(...before), edgesAt(...after))).toEqual(days && { from, to });
});

test("an edge of the import scheme is one within a month", () => {
  const at = (day: string): Boundaries => new Map([["ioss", [edgeOf(day)]]]);
  expect(changedDays(new Map(), at("2025-08-01"))).toBeUndefined();
  const days = { from: "2025-08-01", to: "2025-08-31" };
  expect(changedDays(new Map(), at("2025-08-10"))).toEqual(days);
});

test.for([
  ["none", ["2025-02-10"], undefined],
  ["one within the days", ["2025-02-10", "2025-08-11 ended"], "2025-07-01"],
  ["one on the day before them", ["2025-02-10", "2025-07-01 ended"], "2025-04-01"],
  ["one long before them", ["2024-02-10", "2025-02-10 ended"], undefined],
] as const)("the earliest final return from July on: %s", ([, boundaries, day]) => {
  expect(firstFinalDay(edgesAt(...boundaries), "2025-07-01" as IsoDate)).toBe(day);
});

describe("the state of a recount", () => {
  const days = { from: "2025-08-10" as IsoDate, to: "2025-09-30" as IsoDate };
  const asked = (
    now = 1_000,
    seen = withEvents(NO_RECOUNT, { months: ["2025-05", "2025-08"], kinds: ["quarter"] }),
  ) => requested(seen, { days, now, under_way_ms: 500 });
  const all: Chunk = {
    looked_at: 3,
    moved: 0,
    last: undefined,
    open_from: undefined,
    complete: true,
  };
  const ended = (seen: RecountState, chunk: Partial<Chunk> = {}, now = 1_500) =>
    advanced(seen, seen, { ...all, ...chunk }, now);

  it("ends with a pass that began when nothing was under way, and moved nothing", () => {
    expect(ended(startPass(asked(), 1_499))).toMatchObject({ state: "pending", passes: 1 });
    expect(ended(startPass(asked(), 1_500), { moved: 1 })).toMatchObject({ state: "pending" });
    expect(ended(startPass(asked(), 1_500))).toMatchObject({ state: "done", looked_at: 3 });
  });

  it("does not end while a report may be under way that has read sums from before its last move", () => {
    const moving = ended(startPass(asked(), 1_600), { moved: 1 }, 2_000);
    expect(waitBefore(moving, 2_000)).toBe(30_000);
    expect(ended(startPass(moving, 31_999))).toMatchObject({ state: "pending" });
    expect(ended(startPass(moving, 32_000))).toMatchObject({ state: "done" });
  });

  it("is not needed before the first event", () => {
    expect(requested(NO_RECOUNT, { days, now: 1_000, under_way_ms: 500 })).toBe(NO_RECOUNT);
  });

  it("waits between its first pass and one that can be the last", () => {
    expect(waitBefore(asked(), 1_100)).toBe(0);
    expect(waitBefore(ended(startPass(asked(), 1_100)), 1_200)).toBe(300);
  });

  it("begins again, and wider, when something changes meanwhile", () => {
    const running = ended(startPass(asked(), 1_500), { complete: false, moved: 2 });
    const earlier = { from: "2025-05-10" as IsoDate, to: "2025-06-30" as IsoDate };
    const again = requested(running, { days: earlier, now: 40_000, under_way_ms: 500 });
    expect(again).toMatchObject({ from: "2025-05-10", to: "2025-09-30", final_from: 40_500 });
    expect(again).toMatchObject({ moved: 2, passes: 0 });
    expect(again.pass).toBeUndefined();
    // What a runner did before it noticed counts, but gets nobody further.
    const noticed = advanced({ ...again, version: 2 }, running, { ...all, moved: 1 }, 40_100);
    expect(noticed).toMatchObject({ state: "pending", moved: 3, passes: 0 });
  });

  it("goes on where it was when it is asked for by hand again, and looks once more from then on", () => {
    const last = { supply_date: "2025-08-20" as IsoDate, event_id: "sale-3" as EventId };
    const brokenOff = (seen: RecountState) =>
      ended(startPass(seen, 1_500), { complete: false, moved: 2, last });
    const again = requestedByHand(brokenOff(requestedByHand(asked(), 1_400)), 90_000);
    expect(again).toMatchObject({ pass: { cursor: last }, looked_at: 3, final_from: 90_000 });
    const through = ended(startPass(again, 90_001), {}, 90_100);
    expect(through).toMatchObject({ state: "pending", passes: 1, looked_at: 6 });
    expect(ended(startPass(through, 90_101))).toMatchObject({ state: "done" });
    // Even where nothing has moved: what lies before the cursor was looked at before the request.
    const idle = startPass(requestedByHand(asked(), 1_400), 1_500);
    expect(ended(requestedByHand(idle, 1_600))).toMatchObject({ state: "pending" });
    // One of some days is widened, and begins again.
    expect(requestedByHand(brokenOff(asked()), 90_000).pass).toBeUndefined();
  });

  describe("a period", () => {
    const at = (day: string) => ({ supply_date: day as IsoDate, event_id: "sale-3" as EventId });
    const month = (key: string) => ({ lastDay: `${key}-31` as IsoDate });
    const upTo = (day: string, more: Partial<Chunk> = {}) => ({
      complete: false,
      last: at(day),
      ...more,
    });
    const isFree = (seen: RecountState, key = "2025-08") => !concerns(seen, month(key));
    const last = startPass(asked(), 1_500);

    it("is free once the last pass has gone past its last day, and those before it", () => {
      const within = ended(last, upTo("2025-08-31"));
      expect(isFree(within)).toBe(false);
      const past = ended(within, upTo("2025-09-01"));
      expect([isFree(past), isFree(past, "2025-10")]).toEqual([true, false]);
      expect(isPending(past)).toBe(true);
      expect(ended(past)).toMatchObject({ state: "done" });
      expect(ended(past)).not.toHaveProperty("quiet");
    });

    it("is not free in a pass that began too early, or moved something before", () => {
      expect(isFree(ended(startPass(asked(), 1_499), upTo("2025-09-01")))).toBe(false);
      const moving = ended(last, upTo("2025-08-12", { moved: 1 }));
      expect(isFree(ended(moving, upTo("2025-09-01"), 1_600))).toBe(false);
    });

    it("stays free when something moves on later days, until the recount is requested again", () => {
      const past = ended(last, upTo("2025-09-01"));
      const moving = ended(past, upTo("2025-09-10", { moved: 1 }), 1_600);
      expect(isFree(moving)).toBe(true);
      const again = ended(moving, {}, 1_700);
      expect([again.state, isFree(again)]).toEqual(["pending", true]);
      expect(isFree(ended(startPass(again, 31_600), upTo("2025-08-15"), 31_700))).toBe(true);
      expect(isFree(asked(2_000, moving))).toBe(false);
      expect(isFree(requestedByHand(requestedByHand(moving, 2_000), 2_000))).toBe(false);
    });

    it("with a final return waits for the end, and so do those after it", () => {
      const open = { open_from: "2025-08-01" as IsoDate };
      const past = ended(last, upTo("2025-09-15", open));
      expect([isFree(past), isFree(past, "2025-07")]).toEqual([false, true]);
    });

    it("is not free under rules that are newer than those of the pass", () => {
      const past = ended(last, upTo("2025-09-01"));
      const quiet = { until: "2025-12-31" as IsoDate, rules_version: RULES_VERSION - 1 };
      expect(isFree({ ...past, quiet })).toBe(false);
    });
  });

  it("is not moved on by a runner that another has overtaken", () => {
    const start = startPass(asked(), 1_500);
    const overtaken = { ...ended(start, { complete: false }), version: start.version + 1 };
    expect(advanced(overtaken, start, all, 1_600)).toBe(overtaken);
  });

  it("concerns the periods that end in its days or later", () => {
    const until = (lastDay: string) => concerns(asked(), { lastDay: lastDay as IsoDate });
    expect([until("2025-06-30"), until("2025-09-30"), until("2026-03-31")]).toEqual([
      false,
      true,
      true,
    ]);
    const known = withEvents(NO_RECOUNT, { months: ["2025-08"], kinds: ["quarter"] });
    expect([isPending(NO_RECOUNT), isPending(known)]).toEqual([false, false]);
    expect(isPending({ ...known, rules_version: known.rules_version - 1 })).toBe(true);
  });
});
