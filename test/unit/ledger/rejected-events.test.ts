import { describe, expect, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import {
  errorOfEvents,
  type RejectedEvent,
  rejectedAmong,
} from "../../../shared/ledger/commit/commit-events.ts";
import type { EventRecord } from "../../../shared/ledger/events/event-record.ts";
import { MEMBERS_PER_CONSIGNMENT } from "../../../shared/vat/schemes/event-fields.ts";
import { inParcel } from "../../make/consignment.ts";
import { type EventChanges, makeSale } from "../../make/supply-event.ts";
import { MemoryLedger, recordOf } from "./memory-ledger.ts";

const sale = (event_id: string, changes: EventChanges = {}) => makeSale({ event_id, ...changes });

const other = (event_id: string) => sale(event_id, { vat_amount_minor: 1_901 });

/** A ledger with one sale, one whose import was undone, and a consignment with room for one more. */
function knownLedger(): MemoryLedger {
  const ledger = new MemoryLedger();
  const parcel = Array.from({ length: MEMBERS_PER_CONSIGNMENT - 1 }, (_, n) =>
    inParcel(`p${n}`, 1),
  );
  ledger.commit([sale("there"), ...parcel]);
  const undone: EventRecord = { ...recordOf(sale("gone")), commit_id: "import" };
  ledger.events.set("gone", { links: 0, undone });
  return ledger;
}

const CONFLICT = "is taken by other content";

const FULL =
  "parcel-1 would have more than 200 sales: a consignment is what one customer gets at one time";

test.for<
  [what: string, records: readonly EventRecord[], rejected: readonly (readonly [number, string])[]]
>([
  ["new ids", [recordOf(sale("a")), recordOf(other("b"))], []],
  ["the content that is there", [recordOf(sale("there"))], []],
  ["other content than is there", [recordOf(other("there"))], [[0, CONFLICT]]],
  ["one id twice with one content", [recordOf(sale("a")), recordOf(sale("a"))], []],
  ["one id twice with two contents", [recordOf(sale("a")), recordOf(other("a"))], [[1, CONFLICT]]],
  ["an id that was undone", [recordOf(other("gone"))], []],
  [
    "a late write of the import that was undone",
    [{ ...recordOf(sale("gone")), commit_id: "import" }],
    [[0, CONFLICT]],
  ],
  ["the last sale of a consignment", [recordOf(inParcel("p", 1)), recordOf(sale("a"))], []],
  [
    "one sale more, whose id stays free",
    [inParcel("p", 1), inParcel("q", 1), sale("q"), inParcel("r", 1, {}, "parcel-2")].map(recordOf),
    [[1, FULL]],
  ],
  ["a sale that is in it already", [inParcel("p", 1), inParcel("p0", 1)].map(recordOf), []],
])("what the ledger cannot take: %s", ([, records, rejected]) => {
  const found = rejectedAmong(knownLedger(), records);
  const faults = rejected.map(([at, message]) => {
    const event_id = (records[at] as EventRecord).event_id;
    const [field, code, text] =
      message === CONFLICT
        ? ["event_id", "event_conflict", `${event_id} ${CONFLICT}`]
        : ["consignment.id", "invalid_request", message];
    return [records[at], { code, faults: [{ field, event_id, message: text }] }];
  });
  expect([...found]).toEqual(faults);
});

describe("the error of a request", () => {
  const conflict = (event_id: string): RejectedEvent => ({
    code: "event_conflict",
    faults: [{ field: "event_id", event_id: event_id as EventId, message: "taken" }],
  });
  const overfull: RejectedEvent = {
    code: "invalid_request",
    faults: [{ field: "consignment.id", event_id: "p" as EventId, message: "full" }],
  };

  it("names conflicts alone, at their places", () => {
    const rejected = new Map([
      [2, overfull],
      [5, conflict("b")],
      [7, conflict("b")],
    ]);
    const placeOf = (at: number, field: string) => ({ field: `events.${at}.${field}` });
    expect(errorOfEvents(rejected, placeOf)).toMatchObject({
      code: "event_conflict",
      message: "taken by other content: b",
      details: [
        { field: "events.5.event_id", event_id: "b", message: "taken" },
        { field: "events.7.event_id", event_id: "b", message: "taken" },
      ],
    });
  });

  it("is one of the fields without a conflict", () => {
    expect(errorOfEvents(new Map([[2, overfull]]))).toMatchObject({
      code: "invalid_request",
      message: "consignment.id (p): full",
      details: [{ field: "consignment.id", event_id: "p", message: "full" }],
    });
  });

  it.for([
    [5, "a0, a1, a2, a3, a4"],
    [6, "a0, a1, a2, a3, a4, …"],
  ] as const)("lists the first five of %i ids", ([count, ids]) => {
    const rejected = Array.from({ length: count }, (_, n) => [n, conflict(`a${n}`)] as const);
    const { message } = errorOfEvents(new Map<number, RejectedEvent>([...rejected, [9, overfull]]));
    expect(message).toBe(`taken by other content: ${ids}`);
  });
});
