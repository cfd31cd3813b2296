import { describe, expect, it } from "vitest";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import {
  type JournalPartition,
  partitionsLike,
  WHOLE_JOURNAL,
} from "../../../../shared/operations/journal/journal-file.ts";
import {
  newRelatedItems,
  relatedFaults,
  relatedToConsignment,
  relatedToEvent,
} from "../../../../shared/operations/journal/related-items.ts";
import { makeEventRecord } from "../../../make/event-record.ts";
import { makeImport, makeRefund, makeSale } from "../../../make/supply-event.ts";

const imported = (event_id: string, amount: number) =>
  makeEventRecord(
    makeImport({
      event_id,
      taxable_amount_minor: amount,
      consignment: { id: "parcel", intrinsic_value_eur_minor: amount },
    } as object),
  );
const sold = [imported("one", 1_000), imported("two", 2_000)];

type Member = { readonly event_id: string; readonly eur_minor: number };

/** The findings about a consignment with these stored members, whose events are the two sales. */
function faultsOf(members: readonly Member[], partition: JournalPartition = WHOLE_JOURNAL) {
  const related = newRelatedItems(partition);
  for (const event of sold) {
    relatedToEvent(related, "shop" as LedgerId, event.event_id, { event, taken_back: undefined });
  }
  relatedToConsignment(
    related,
    "shop" as LedgerId,
    "parcel",
    members as readonly (Member & { event_id: EventId })[],
  );
  return relatedFaults(related);
}

const RIGHT = [
  { event_id: "one", eur_minor: 1_000 },
  { event_id: "two", eur_minor: 2_000 },
];
const [one, two] = RIGHT as [Member, Member];

describe("a consignment", () => {
  it.for<[string, readonly Member[], boolean]>([
    ["as its events make it", RIGHT, true],
    ["in another order", [two, one], true],
    ["without one of them", [one], false],
    ["with another value", [{ ...one, eur_minor: 1_001 }, two], false],
    ["with one more", [...RIGHT, { event_id: "three", eur_minor: 1 }], false],
    ["without members", [], false],
  ])("%s", ([, members, isRight]) => {
    const faults = faultsOf(members);
    expect(faults).toEqual(
      isRight ? [] : ["the consignment parcel of shop is not what its events come to"],
    );
  });

  it("is compared in its own partition alone", () => {
    const found = partitionsLike({ number: 1, of: 16 }).map(
      (partition) => faultsOf([one], partition).length,
    );
    expect(found.toSorted()).toEqual([...Array(15).fill(0), 1]);
  });
});

describe("what is taken back of a sale", () => {
  const sale = makeEventRecord(makeSale({ event_id: "sale" }));
  const refund = makeEventRecord(makeRefund({ event_id: "refund", original_event_id: "sale" }));

  it("is what its refunds come to", () => {
    const related = newRelatedItems(WHOLE_JOURNAL);
    relatedToEvent(related, "shop" as LedgerId, "sale" as EventId, {
      event: sale,
      taken_back: undefined,
    });
    expect(relatedFaults(related)).toEqual([]);
    relatedToEvent(related, "shop" as LedgerId, "refund" as EventId, {
      event: refund,
      taken_back: undefined,
    });
    expect(relatedFaults(related)).toEqual([
      "what is taken back of sale of shop is not what its events come to",
    ]);
  });
});
