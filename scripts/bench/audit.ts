import { type IsoDate, quarterOn } from "../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../shared/core/ids.ts";
import { linkOf } from "../../shared/ledger/events/links.ts";
import { itemOf } from "../../shared/ledger/events/store-events.ts";
import { sumsOfEvent } from "../../shared/ledger/sums/sums-of-event.ts";
import {
  auditedQuarters,
  EntrySums,
  FIRST_DAY,
  partitionsIn,
} from "../../shared/operations/audit/audit.ts";
import { noteOne, takeIn } from "../../shared/operations/audit/audit-quarter.ts";
import { INDEX_ATTRIBUTES } from "../../shared/platform/table/keys.ts";
import { NO_BOUNDARIES } from "../../shared/vat/schemes/registration-segments.ts";
import { withLink } from "../../shared/vat/schemes/supply-event.ts";
import { UNDESCRIBED } from "../../shared/vat/seller/profile.ts";
import { type Findings, withCommas } from "./harness/subject.ts";
import { BUILT_IN_RATES, recordOf, rowsOf, saleOf, seeded } from "./ledgers.ts";

/** Number of events of the audit in docs/operations.md, and of the measured sample. */
const EVENTS = 10_000_000;
const SAMPLE = 20_000;
const PAGE_EVENTS = 1_000;
/** Assumed times on AWS: of a page of the index and then of its events, and of one small read. */
const PAGE_MS = 15 + 25;
const SMALL_READ_MS = 6;
/** The assumed part of events that refund another sale. */
const REFUNDS = 0.05;
const IN_INDEX: readonly string[] = ["pk", "sk", "gsi1pk", "gsi1sk", ...INDEX_ATTRIBUTES];

/** Measures the processor time of an audited event, and computes from it what an audit of ten million takes on AWS. */
export async function measureAudit(): Promise<Findings> {
  const items = sampleItems();
  const micros = microsAnEvent(items);
  const bytes = bytesOf(items, (name) => IN_INDEX.includes(name));
  const whole = bytesOf(items, () => true);
  const quarters = auditedQuarters("2026-11-22" as IsoDate, [], FIRST_DAY);
  const books = new Set(quarters.flatMap(partitionsIn)).size;
  const measured = `${micros.toFixed(0)} µs of processor, ${bytes.toFixed(0)} bytes in the index, ${whole.toFixed(0)} in the table`;
  // Index and events are read eventually consistent, the items related to a refund strongly consistent.
  const units = (EVENTS * bytes) / 8_192 + EVENTS * 0.5 + EVENTS * REFUNDS * (2 + 4);
  const limit = Math.floor(900 / secondsOf(1, micros) / 1e5) / 10;
  return {
    rows: [
      { what: "an audited event", measured },
      { what: "finding the quarters of an account, read units", measured: `≥ ${books}` },
      { what: "events of a quarter that an audit takes 900 s for", measured: `${limit} million` },
    ],
    tables: [
      {
        title: `An audit of ${withCommas(EVENTS)} events`,
        head: ["quarters", "messages", "read units", "longest message"],
        lines: [40, 12, 4, 1].map((count) => [
          `${count}`,
          `${count + 1}`,
          withCommas(units),
          `${secondsOf(EVENTS / count, micros).toFixed(0)} s`,
        ]),
      },
    ],
  };
}

type Item = Readonly<Record<string, unknown>>;

function sampleItems(): Item[] {
  const dice = seeded(1);
  const rows = rowsOf("shop");
  return Array.from({ length: SAMPLE }, (_, n) => {
    const day = new Date(Date.UTC(2026, 3, 1 + (n % 91))).toISOString().slice(0, 10) as IsoDate;
    const row = rows[n % 8];
    const sale = {
      ...saleOf("shop", n, dice, row),
      event_id: `order-2026-${n}` as EventId,
      supply_date: day,
      taxable_amount_minor: 1_000 + (n % 9_000),
      // A wrong VAT amount, so that each event has a finding, as the most expensive events do.
      vat_amount_minor: 190 + (n % 1_000),
      metadata: { order: `${n}` },
    };
    const record = recordOf(sale, UNDESCRIBED);
    const linked = withLink(record, linkOf(record, undefined));
    return { ...itemOf("account" as LedgerId, { ...linked, entries: sumsOfEvent(linked) }) };
  });
}

const bytesOf = (items: readonly Item[], isCounted: (name: string) => boolean): number =>
  items
    .map((item) => Object.entries(item).filter(([name]) => isCounted(name)))
    .reduce((sum, item) => sum + JSON.stringify(Object.fromEntries(item)).length, 0) / SAMPLE;

/** Measures the microseconds of processor time an event: the best of five rounds over the sample. */
function microsAnEvent(items: readonly Item[]): number {
  const context = { boundaries: NO_BOUNDARIES, profile: UNDESCRIBED, rates: BUILT_IN_RATES };
  const rounds = Array.from({ length: 5 }, () => {
    const sums = new EntrySums(quarterOn("2026-05-01" as IsoDate), NO_BOUNDARIES);
    const found = { stale_links: [], stale_events: [], faults: [] };
    const before = process.cpuUsage();
    for (const item of items) {
      for (const { record } of takeIn(item, sums, found)) noteOne(record, {}, context, found);
    }
    const { user, system } = process.cpuUsage(before);
    if (found.faults.length + found.stale_events.length > 0) throw new Error("a faulty sample");
    return (user + system) / SAMPLE;
  });
  return Math.min(...rounds);
}

/** Computes the seconds of one message for this number of events. */
const secondsOf = (events: number, micros: number): number =>
  (events * micros) / 1e6 +
  ((events / PAGE_EVENTS) * PAGE_MS) / 1e3 +
  // Originals and links of refunds: batches of 100. Links of their sales: 16 at a time, four reads each.
  (events * REFUNDS * (2 / 100 + 4 / 16) * SMALL_READ_MS) / 1e3;
