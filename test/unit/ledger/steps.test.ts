import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import type { Currency } from "../../../shared/core/money/money.ts";
import {
  bySums,
  planBatches,
  planChange,
  planCommit,
  planRepoint,
} from "../../../shared/ledger/commit/plan.ts";
import { fitOneWrite, type Step, WritePlan } from "../../../shared/ledger/commit/write-plan.ts";
import {
  type EventRecord,
  type LedgerView,
  NO_EVENT,
} from "../../../shared/ledger/events/event-record.ts";
import { refundedTotalOf } from "../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { inParcel } from "../../make/consignment.ts";
import { type EventChanges, makeRefund, makeSale } from "../../make/supply-event.ts";
import { MemoryLedger, recordOf } from "./memory-ledger.ts";

const sumsIn = (ledger: MemoryLedger) =>
  Object.fromEntries(
    [...ledger.tallies].flatMap(([id, sums]) =>
      [...sums].filter(([, sum]) => sum !== 0).map(([name, sum]) => [`${id} ${name}`, sum]),
    ),
  );

const sumsOf = (...events: NewEvent[]) => {
  const ledger = new MemoryLedger();
  ledger.commit(events);
  return sumsIn(ledger);
};

describe("the transactions of one request", () => {
  const salesOn = (days: number, count: number, currencies: readonly Currency[] = ["EUR"]) =>
    Array.from({ length: count }, (_, n) =>
      makeSale({
        event_id: `s${n}`,
        supply_date: `2025-08-${String(10 + (n % days))}` as IsoDate,
        currency: currencies[Math.floor(n / days) % currencies.length] as Currency,
      }),
    );
  const ofDay = salesOn(1, 190);

  test.for<[what: string, events: readonly NewEvent[], sizes: readonly number[]]>([
    ["one sale", salesOn(1, 1), [1]],
    ["as many as one transaction takes", salesOn(1, 90), [90]],
    ["one more", salesOn(1, 91), [90, 1]],
    ["more than two transactions take", ofDay, [90, 90, 10]],
    ["eight days", salesOn(8, 190), [89, 89, 12]],
    ["nine days", salesOn(9, 190), [88]],
    ["five days of two currencies", salesOn(5, 190, ["EUR", "SEK"]), [86]],
    ["four days of two currencies", salesOn(4, 190, ["EUR", "SEK"]), [88, 88, 14]],
    ["a replay of the first", [...ofDay.slice(0, 90), ...ofDay.slice(0, 1)], [90]],
    [
      "up to a refund",
      [...ofDay.slice(0, 95), makeRefund({ original_event_id: "s3" }), ...ofDay.slice(95)],
      [90, 5],
    ],
    [
      "up to the sale of a refund that waits for it",
      [makeRefund({ original_event_id: "s91" }), ...ofDay],
      [90, 2],
    ],
    ["up to a consignment", [...ofDay.slice(0, 99), inParcel("p", 1), ...ofDay.slice(99)], [90, 9]],
  ])("of %s", ([, events, sizes]) => {
    const plans = [...planBatches(new MemoryLedger(), events.map(recordOf))];
    expect(plans.map((plan) => plan.writes.size)).toEqual(sizes);
  });

  it("take the sales of one row together, and those of one day", () => {
    const row = (event_id: string, day: string, changes: EventChanges = {}) =>
      makeSale({ event_id, supply_date: `2025-08-${day}` as IsoDate, ...changes });
    const events = [
      row("g", "01", { currency: "SEK" }),
      row("f", "01", { consumption_country: "FR" }),
      row("d", "01", { vat_rate_bps: 700 }),
      row("c", "02"),
      row("b", "01"),
      row("a", "01"),
    ];
    expect(
      bySums(events.map(recordOf))
        .map(({ event_id }) => event_id)
        .join(""),
    ).toBe("bacdfg");
  });
});

/** The steps of a plan as text: the versions of the events that it writes, the items that it changes. */
const textOf = (steps: readonly Step[]): string[] =>
  steps.map((step) => {
    if (step.do === "write") return `write ${step.record.event_id} ${step.record.version}`;
    if (step.do === "count") return `count ${step.sign}`;
    if (step.do === "consign") return `consign ${step.id}`;
    return step.do === "link" ? `link to ${step.original_id}` : `take ${step.original_id}`;
  });

const COUNTED = "count 1";
const MOVED = ["count -1", COUNTED];

describe("the commit of one event writes", () => {
  const sale = makeSale();
  const half = makeRefund({ taxable_amount_minor: 5_000, vat_amount_minor: 950 });
  const more = (event_id: string) => ({
    ...half,
    event_id: event_id as EventId,
    taxable_amount_minor: 5_001,
  });
  const aside = { classification_status: "excluded" } as const;

  test.for<[what: string, before: NewEvent[], arriving: NewEvent, steps: string[]]>([
    ["a sale", [], sale, ["write sale-1 1", COUNTED]],
    [
      "a sale that a refund waits for",
      [makeRefund()],
      sale,
      ["write sale-1 1", "write refund-1 2", ...MOVED, COUNTED],
    ],
    [
      "a refund, and not its sale",
      [sale],
      half,
      ["write refund-1 1", COUNTED, "link to sale-1", "take sale-1"],
    ],
    [
      "a refund that is excluded: it takes nothing back",
      [sale],
      { ...half, ...aside },
      ["write refund-1 1", COUNTED, "link to sale-1"],
    ],
    [
      "a refund of itself",
      [],
      { ...half, original_event_id: "refund-1" as EventId },
      ["write refund-1 1", COUNTED],
    ],
    [
      "a refund that exceeds its sale together with an earlier one, and that one",
      [sale, more("a")],
      more("b"),
      [
        "write b 1",
        COUNTED,
        "link to sale-1",
        "take sale-1",
        "write sale-1 2",
        "write a 2",
        ...MOVED,
      ],
    ],
    [
      "one more of these, and no other",
      [sale, more("a"), more("b")],
      more("c"),
      ["write c 1", COUNTED, "link to sale-1", "take sale-1"],
    ],
    ["a sale in a consignment", [], inParcel("p", 1), ["write p 1", COUNTED, "consign parcel-1"]],
    ["an excluded one beside it", [], inParcel("p", 1, aside), ["write p 1", COUNTED]],
    [
      "the sale that takes a consignment above the limit, and the others",
      [inParcel("p", 10_000), inParcel("q", 1, aside)],
      inParcel("r", 5_001),
      ["write r 1", COUNTED, "consign parcel-1", "write p 2", ...MOVED],
    ],
  ])("%s", ([, before, arriving, steps]) => {
    const ledger = new MemoryLedger();
    for (const event of before) ledger.commit([event]);
    expect(textOf(planCommit(ledger, recordOf(arriving)))).toEqual(steps);
  });
});

it("a sale that leaves its consignment below the limit moves no other, though the others were not read", () => {
  const ledger = new MemoryLedger();
  ledger.commit([inParcel("p", 1)]);
  const unread: LedgerView = {
    boundaries: ledger.boundaries,
    state: () => NO_EVENT,
    consignment: (id) => ledger.consignment(id),
    linked: () => [],
  };
  const consigned = planCommit(unread, recordOf(inParcel("q", 1))).at(-1);
  expect(consigned?.do === "consign" && consigned.sum).toMatchObject({ version: 2 });
  expect(consigned?.do === "consign" && consigned.sum.propagating).toBeUndefined();
});

describe("a change", () => {
  const excluded = (ledger: MemoryLedger, id: string): EventRecord => ({
    ...(ledger.state(id).event as EventRecord),
    classification_status: "excluded",
  });

  it("leaves a refund alone that it does not concern", () => {
    const ledger = new MemoryLedger();
    ledger.commit([makeSale(), makeRefund({ consumption_country: "FR" })]);
    expect(textOf(planChange(ledger, excluded(ledger, "sale-1")))).toEqual([
      "write sale-1 2",
      ...MOVED,
    ]);
  });

  it("moves a refund whose link changes and whose sums do not, and one the other way round", () => {
    const ledger = new MemoryLedger();
    ledger.commit([makeRefund({ classification_status: "excluded" })]);
    ledger.commit([makeSale()]);
    expect(ledger.state("refund-1").event).toMatchObject({
      version: 2,
      link: { status: "linked" },
    });
    const event = ledger.state("refund-1").event as EventRecord;
    ledger.events.set("refund-1", { links: 0, event: { ...event, entries: [] } });
    const change = planChange(ledger, ledger.state("sale-1").event as EventRecord);
    expect(textOf(change)).toContain("write refund-1 3");
  });

  it("takes back less or more of the sale", () => {
    const ledger = new MemoryLedger();
    ledger.commit([makeSale(), makeRefund()]);
    expect(textOf(planChange(ledger, excluded(ledger, "refund-1")))).toEqual([
      ...["write refund-1 2", ...MOVED],
      "take sale-1",
    ]);
    ledger.reclassify("refund-1", "excluded");
    expect(ledger.state("sale-1").taken_back).toEqual({});
  });

  it("moves the excluded refund once, and the other one when the sale is no longer exceeded", () => {
    const ledger = new MemoryLedger();
    const half = (event_id: string) =>
      makeRefund({ event_id, taxable_amount_minor: 5_001, vat_amount_minor: 950 });
    ledger.commit([makeSale(), half("a")]);
    ledger.commit([half("b")]);
    expect(textOf(planChange(ledger, excluded(ledger, "b")))).toEqual([
      ...["write b 2", ...MOVED],
      ...["take sale-1", "write sale-1 3"],
      ...["write a 3", ...MOVED],
    ]);
  });

  it("is one of an event that there is", () => {
    expect(() => planChange(new MemoryLedger(), recordOf(makeSale()))).toThrow(
      "only a committed event can change",
    );
  });
});

test.for([
  [29, undefined],
  [30, undefined],
  [31, true],
] as const)("a sale that %i refunds wait for is left propagating: %s", ([count, propagating]) => {
  const ledger = new MemoryLedger();
  for (let n = 0; n < count; n += 1) ledger.commit([makeRefund({ event_id: `r${n}` })]);
  const [write] = planCommit(ledger, recordOf(makeSale()));
  expect(write).toMatchObject({ do: "write", pinned: true, record: { event_id: "sale-1" } });
  expect(write?.do === "write" && write.record.propagating).toBe(propagating);
});

describe("an event that was undone", () => {
  const ledgerWith = (...events: NewEvent[]) => {
    const ledger = new MemoryLedger();
    ledger.commit(events);
    return ledger;
  };

  it("comes again, with the link that it has kept", () => {
    const ledger = ledgerWith(makeSale(), makeRefund());
    ledger.undo("refund-1");
    expect(sumsIn(ledger)).toEqual(sumsOf(makeSale()));
    ledger.commit([makeRefund()]);
    expect(ledger.state("refund-1").event).toMatchObject({
      version: 3,
      link: { status: "linked" },
    });
    expect(ledger.linked("sale-1")).toEqual(["refund-1"]);
    expect(sumsIn(ledger)).toEqual(sumsOf(makeSale(), makeRefund()));
  });

  it("comes again as a refund of another sale, and has a link to it", () => {
    const other = makeSale({ event_id: "sale-2" });
    const ledger = ledgerWith(makeSale(), other, makeRefund());
    ledger.undo("refund-1");
    ledger.commit([makeRefund({ original_event_id: "sale-2" })]);
    expect(ledger.linked("sale-2")).toEqual(["refund-1"]);
    const before = ledger.state("refund-1");
    ledger.reclassify("sale-1", "excluded");
    expect(ledger.state("refund-1")).toEqual(before);
  });

  it("has no link where a sale comes under its id", () => {
    const ledger = ledgerWith(makeSale(), makeRefund());
    ledger.undo("refund-1");
    expect(textOf(planCommit(ledger, recordOf(makeSale({ event_id: "refund-1" }))))).toEqual([
      "write refund-1 3",
      COUNTED,
    ]);
  });

  it("does not wait for its sale", () => {
    const ledger = ledgerWith(makeRefund());
    ledger.undo("refund-1");
    ledger.commit([makeSale()]);
    expect(sumsIn(ledger)).toEqual(sumsOf(makeSale()));
  });
});

describe("a refund that waits under the name of a calculation", () => {
  const sales = [makeSale(), makeSale({ event_id: "order-1" })];
  const waiting = (changes: EventChanges = {}) => {
    const ledger = new MemoryLedger();
    ledger.commit([makeRefund({ original_event_id: "order-1", ...changes }), makeSale()]);
    return ledger;
  };

  it("is linked to the part of its rate, whatever comes under the name later", () => {
    const ledger = waiting();
    ledger.repoint("refund-1", "sale-1");
    expect(ledger.state("refund-1").event).toMatchObject({
      version: 2,
      link: { status: "linked" },
    });
    expect(ledger.state("order-1").taken_back).toEqual({});
    expect(ledger.state("sale-1").taken_back).toEqual(refundedTotalOf(recordOf(makeRefund())));
    expect(sumsIn(ledger)).toEqual(sumsOf(makeSale(), makeRefund()));
    ledger.commit([sales[1] as NewEvent]);
    ledger.reclassify("order-1", "excluded");
    expect(ledger.state("refund-1").event).toMatchObject({ version: 2 });
    ledger.reclassify("sale-1", "excluded");
    expect(ledger.state("refund-1").event).toMatchObject({ version: 3 });
    expect(ledger.state("sale-1").links).toBe(1);
  });

  it("stays linked when many others of the name are moved after it", () => {
    const ledger = waiting();
    for (let n = 0; n < 31; n += 1) {
      ledger.commit([makeRefund({ event_id: `r${n}`, original_event_id: "order-1" })]);
    }
    ledger.repoint("refund-1", "sale-1");
    const before = ledger.state("refund-1");
    ledger.commit([makeSale({ event_id: "order-1", supply_date: "2025-08-02" as IsoDate })]);
    expect(ledger.state("r30").event).toMatchObject({ link: { supply_date: "2025-08-02" } });
    expect(ledger.state("refund-1")).toEqual(before);
  });

  it("takes nothing back while it is excluded", () => {
    const ledger = waiting({ classification_status: "excluded" });
    const event = ledger.state("refund-1").event as EventRecord;
    expect(textOf(planRepoint(ledger, event, "sale-1" as EventId))).toEqual([
      ...["write refund-1 2", ...MOVED],
      "link to sale-1",
    ]);
  });
});

describe("a transaction", () => {
  const write = (n: number): Step => ({
    do: "write",
    record: recordOf(makeSale({ event_id: `s${n}` })),
  });
  const writes = (count: number) => Array.from({ length: count }, (_, n) => write(n));
  const count = (partition: string, ...keys: string[]): Step => ({
    do: "count",
    sign: 1,
    entries: keys.map((key) => ({ partition, key, amounts: { event_count: 1 } })),
  });

  test.for<[what: string, steps: Step[], size: number]>([
    ["an event each", writes(3), 3],
    [
      "an event with what it takes back",
      [write(0), { do: "take", original_id: "s0" as EventId, taken: {} }],
      1,
    ],
    [
      "what it takes back of another event",
      [write(0), { do: "take", original_id: "s1" as EventId, taken: {} }],
      2,
    ],
    ["a consignment", [{ do: "consign", id: "p", sum: { version: 1, members: new Map() } }], 1],
    [
      "a link and its original",
      [{ do: "link", original_id: "s0" as EventId, event_id: "s1" as EventId }],
      2,
    ],
    [
      "sums, and one marker of their partition",
      [count("u2025-Q3", "a", "b"), count("y2025", "a")],
      5,
    ],
  ])("has one action for %s", ([, steps, size]) => {
    // Writes of other events fill it up to its hundredth action, and no further.
    const others = writes(200).slice(100);
    expect(fitOneWrite([...others.slice(size), ...steps])).toBe(true);
    expect(fitOneWrite([...others.slice(size - 1), ...steps])).toBe(false);
    const plan = new WritePlan(new MemoryLedger());
    expect(plan.hasRoomFor([...others, ...steps])).toBe(true);
    plan.add(others.slice(size));
    expect(plan.hasRoomFor(steps)).toBe(true);
    plan.add(steps);
    expect(plan.hasRoomFor(steps)).toBe(true);
    expect(plan.hasRoomFor([write(99)])).toBe(false);
  });

  it("is a view of the ledger after it", () => {
    const ledger = new MemoryLedger();
    ledger.commit([makeSale()]);
    const plan = new WritePlan(ledger);
    expect(plan.links).toEqual([]);
    expect(plan.state("none" as EventId)).toEqual({ links: 0 });
    expect(plan.state("sale-1" as EventId)).toEqual(ledger.state("sale-1"));
    plan.add(planCommit(plan, recordOf(makeRefund())));
    const taken_back = refundedTotalOf(recordOf(makeRefund()));
    expect(plan.state("sale-1" as EventId)).toMatchObject({ links: 1, taken_back });
    expect([plan.linked("sale-1" as EventId), plan.linked("refund-1" as EventId)]).toEqual([
      ["refund-1"],
      [],
    ]);
    expect(plan.touched().sort()).toEqual(["refund-1", "sale-1"]);
    plan.add(planCommit(plan, recordOf(makeRefund({ event_id: "b" }))));
    expect(plan.state("sale-1" as EventId)).toMatchObject({
      links: 2,
      taken_back: { EUR: { count: 2 } },
    });
  });

  it("shows an undone event until another one replaces it", () => {
    const ledger = new MemoryLedger();
    ledger.commit([makeSale()]);
    ledger.undo("sale-1");
    const plan = new WritePlan(ledger);
    expect(plan.state("sale-1" as EventId).undone).toMatchObject({ version: 2 });
    plan.add(planCommit(plan, recordOf(makeSale())));
    expect(plan.state("sale-1" as EventId)).toMatchObject({ event: { version: 3 } });
    expect(plan.state("sale-1" as EventId).undone).toBeUndefined();
  });

  it("stays conditioned on the links of an event that it writes again", () => {
    const record = recordOf(makeSale());
    const plan = new WritePlan(new MemoryLedger());
    const pinned = () => plan.writes.get("sale-1" as EventId)?.pinned;
    plan.add([{ do: "write", record }]);
    expect(pinned()).toBe(false);
    plan.add([{ do: "write", record, pinned: true }]);
    plan.add([{ do: "write", record }]);
    expect(pinned()).toBe(true);
  });
});
