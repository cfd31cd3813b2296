import { describe, expect, it } from "vitest";
import { DomainError, invalidRequest, namedError } from "../../../../shared/core/errors/errors.ts";
import type { EventId } from "../../../../shared/core/ids.ts";
import { eventIdAt } from "../../../../shared/ledger/commit/event-id-at.ts";

describe("the id of the event that a fault is of", () => {
  const many = { events: [{ event_id: "a" }, { event_id: 7 }, { event_id: "" }, null, "b"] };
  const calculations = { items: [{ commit: { event_id: "order-1" } }, { country: "DE" }] };

  it.for<[string, unknown, string, string | undefined]>([
    ["a single event", { event_id: "a" }, "currency", "a"],
    ["its id that is none", { event_id: "a\u0000" }, "event_id", undefined],
    ["one of a list", many, "events.0.consignment.id", "a"],
    ["an id that is a number", many, "events.1.currency", undefined],
    ["an empty id", many, "events.2.currency", undefined],
    ["no event at all", many, "events.3", undefined],
    ["a text instead of an event", many, "events.4", undefined],
    ["the list itself", many, "events", undefined],
    ["a place that there is not", many, "events.9.currency", undefined],
    ["an item that is committed", calculations, "items.0.lines.3.tax_class_id", "order-1"],
    ["one that is not", calculations, "items.1.country", undefined],
    ["no body", undefined, "", undefined],
    ["a body that is a list", [{ event_id: "a" }], "", undefined],
  ])("%s", ([, body, field, id]) => {
    expect(eventIdAt(body, field)).toBe(id);
  });
});

describe("a refusal", () => {
  const faults = [
    { field: "events.0.currency", message: "required" },
    { field: "events", message: "must not be empty" },
  ];

  it("names the event and its index, also in the message", () => {
    const named = namedError(invalidRequest(faults), (field) =>
      field.startsWith("events.") ? ("a" as EventId) : undefined,
    );
    expect(named.details).toEqual([{ ...faults[0], event_id: "a" }, faults[1]]);
    expect(named.message).toBe("events.0.currency (a): required; events: must not be empty");
  });

  it("keeps a sentence of its own, an id that is there already, and why it was thrown", () => {
    const cause = new Error("why");
    const known = [{ field: "event_id", event_id: "a" as EventId, message: "taken" }];
    const refusal = new DomainError("event_conflict", "taken: a", known, { cause });
    const named = namedError(refusal, () => "b" as EventId);
    expect(named).toMatchObject({ code: "event_conflict", message: "taken: a", cause });
    expect(named.details).toEqual(known);
  });

  it("without faults stays as it is", () => {
    const refusal = new DomainError("not_found", "no such event");
    expect(namedError(refusal, () => "a" as EventId)).toBe(refusal);
  });
});
