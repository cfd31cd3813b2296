import { expect, it } from "vitest";
import { fingerprintOf } from "../../../shared/core/hash.ts";
import type { EventRecord } from "../../../shared/ledger/events/event-record.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { submissionOf } from "../../../shared/ledger/events/submission.ts";
import { recordFaults } from "../../../shared/operations/audit/audit.ts";
import { makeEventRecord } from "../../make/event-record.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";

const stored = (event: NewEvent, changes: Partial<EventRecord> = {}): EventRecord =>
  makeEventRecord(event, { fingerprint: fingerprintOf(submissionOf(event)), ...changes });
const sale = stored(makeSale({ event_id: "sale" }));
const refund = stored(makeRefund({ event_id: "refund", original_event_id: "sale" }));
const linked = { original: { links: 1 } };

type Related = Parameters<typeof recordFaults>[1];
const faultsOf = (record: EventRecord, related: object = {}) =>
  recordFaults(record, related as Related, fingerprintOf);

it("finds nothing in an event as it was sent, and counted by its sale", () => {
  expect(faultsOf(sale)).toEqual([]);
  expect(faultsOf(refund, linked)).toEqual([]);
});

it("finds an event that is not what was sent", () => {
  const message = "sale is not what was sent: its fingerprint is that of other content";
  expect(faultsOf({ ...sale, vat_amount_minor: sale.vat_amount_minor + 1 })).toEqual([message]);
  expect(faultsOf({ ...sale, fingerprint: "of-other-content" })).toEqual([message]);
});

it("finds a refund that its sale does not count", () => {
  const message = "sale does not count refund among what refers to it";
  expect(faultsOf(refund, { original: { links: 0 } })).toEqual([message]);
  expect(faultsOf(refund)).toEqual([message]);
});
