import type { IsoDate } from "../../shared/core/calendar/iso-date.ts";
import { quarterOn } from "../../shared/core/calendar/period.ts";
import { fingerprintOf } from "../../shared/core/hash.ts";
import type { EventRecord } from "../../shared/ledger/events/event-record.ts";
import { linkOf } from "../../shared/ledger/events/links.ts";
import { newRecord } from "../../shared/ledger/events/record.ts";
import type { NewEvent } from "../../shared/ledger/events/schema.ts";
import { itemOf } from "../../shared/ledger/events/store-events.ts";
import { submissionOf } from "../../shared/ledger/events/submission.ts";
import { sumsOfEvent } from "../../shared/ledger/sums/sums-of-event.ts";
import {
  auditedQuarters,
  EntrySums,
  FIRST_DAY,
  partitionsIn,
} from "../../shared/operations/audit/audit.ts";
import { noteOne, takeIn } from "../../shared/operations/audit/audit-sums.ts";
import { INDEX_ATTRIBUTES } from "../../shared/platform/table/keys.ts";
import { NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { UNDESCRIBED } from "../../shared/vat/seller/profile.ts";

/*
 * What an audit of ten million events takes, without an engine: the time of an event is measured here, reads are
 * counted by the size of the items. Prints the figures of docs/operations.md.
 */
const EVENTS = 10_000_000;
const SAMPLE = 20_000;
const PAGE_EVENTS = 1_000;
/** How long a page takes on AWS, of the index and then of its events side by side, or one small read: assumed. */
const PAGE_MS = 15 + 25;
const SMALL_READ_MS = 6;
/** One of twenty events is a refund of another sale. */
const REFUNDS = 0.05;
const GROUND = { boundaries: NO_BOUNDARIES, profile: UNDESCRIBED };

const STATES = ["DE", "FR", "IT", "ES", "NL", "PL", "AT", "BE"];

function sale(n: number): NewEvent {
  const day = new Date(Date.UTC(2026, 3, 1 + (n % 91))).toISOString().slice(0, 10) as IsoDate;
  return {
    event_id: `order-2026-${n}`,
    event_type: "sale",
    supply_date: day,
    supply_kind: "goods",
    customer_type: "b2c",
    consumption_country: STATES[n % STATES.length] ?? "DE",
    dispatch_country: "SE",
    currency: "EUR",
    taxable_amount_minor: 1_000 + (n % 9_000),
    vat_amount_minor: 190 + (n % 1_000),
    vat_rate_bps: 1_900,
    rate_category: "standard",
    deemed_supplier: false,
    metadata: { order: String(n) },
  };
}

function record(event: NewEvent): EventRecord {
  const made = newRecord(event, {
    profile: UNDESCRIBED,
    commit_id: "commit",
    committed_at: "2026-04-01T10:00:00.000Z",
    fingerprint: fingerprintOf(submissionOf(event)),
  });
  const linked = { ...made, link: linkOf(made, undefined) };
  return { ...linked, entries: sumsOfEvent(linked) };
}

const items = Array.from({ length: SAMPLE }, (_, n) => ({
  ...itemOf("account", record(sale(n))),
}));
const IN_INDEX: readonly string[] = ["pk", "sk", "gsi1pk", "gsi1sk", ...INDEX_ATTRIBUTES];
const bytesOf = (isCounted: (name: string) => boolean): number =>
  items
    .map((item) => Object.entries(item).filter(([name]) => isCounted(name)))
    .reduce((sum, item) => sum + JSON.stringify(Object.fromEntries(item)).length, 0) / SAMPLE;
const bytes = bytesOf((name) => IN_INDEX.includes(name));
const whole = bytesOf(() => true);

/** Microseconds of processor time an event, the best of five rounds over the sample. */
function microsAnEvent(): number {
  const rounds = Array.from({ length: 5 }, () => {
    const sums = new EntrySums(quarterOn("2026-05-01" as IsoDate));
    const found = { stale_links: [], stale_events: [], faults: [] };
    const before = process.cpuUsage();
    for (const item of items) {
      for (const { record } of takeIn(item, sums, found)) noteOne(record, {}, GROUND, found);
    }
    const { user, system } = process.cpuUsage(before);
    if (found.faults.length + found.stale_events.length > 0) throw new Error("not a clean sample");
    return (user + system) / SAMPLE;
  });
  return Math.min(...rounds);
}

/** Seconds of one message over this many events. */
const secondsOf = (events: number, micros: number): number =>
  (events * micros) / 1e6 +
  ((events / PAGE_EVENTS) * PAGE_MS) / 1e3 +
  // Originals and links of refunds: batches of 100; links beside their sales: 16 at a time, four reads each.
  (events * REFUNDS * (2 / 100 + 4 / 16) * SMALL_READ_MS) / 1e3;

/** Read units: index and events eventually consistent, what stands beside an event strongly. */
const unitsOf = (events: number): number =>
  (events * bytes) / 8_192 + events * 0.5 + events * REFUNDS * (2 + 4);

const micros = microsAnEvent();
const perMessage = [EVENTS / 40, EVENTS / 12, EVENTS / 4, EVENTS];
const books = new Set(auditedQuarters("2026-11-22" as IsoDate, [], FIRST_DAY).flatMap(partitionsIn))
  .size;
console.log(
  `an event: ${micros.toFixed(0)} µs of processor, ${bytes.toFixed(0)} bytes in the index, ${whole.toFixed(0)} in the table`,
);
console.log(`to find the quarters of an account: ${books} books, at least as many read units`);
for (const events of perMessage) {
  const messages = Math.ceil(EVENTS / events);
  console.log(
    `${EVENTS} events in ${messages} quarters: ${messages + 1} messages, ${Math.round(unitsOf(EVENTS))} read units, ${Math.round(secondsOf(events, micros))} s the longest`,
  );
}
console.log(
  `events of one quarter that take 900 s: ${Math.floor(900 / secondsOf(1, micros) / 1e5) / 10} million`,
);
