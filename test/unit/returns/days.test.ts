import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import type { EventRecord } from "../../../shared/ledger/ledger-view.ts";
import { linkOf } from "../../../shared/ledger/link.ts";
import type { NewEvent } from "../../../shared/ledger/schema.ts";
import type { Registration } from "../../../shared/registrations/registration.ts";
import { keyWithin, needsEvents, talliesWithin } from "../../../shared/returns/days.ts";
import { IOSS } from "../../../shared/schemes/ioss.ts";
import { UNION_OSS } from "../../../shared/schemes/union-oss.ts";
import type { Tally } from "../../../shared/tallies/tally.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  correctionTally,
  importCorrection,
  importRegistration,
  importTally,
  makeMonth,
  makeReturn,
} from "../../make/return-input.ts";
import { makeImport, makeRefund, makeSale } from "../../make/supply-event.ts";
import { recordOf } from "../ledger/memory-ledger.ts";

const from = (effective_from: string) => importRegistration({ effective_from });
const FROM_JULY_10 = [from("2025-07-10")];

const on = (supply_date: string, changes: Partial<NewEvent> = {}): EventRecord =>
  recordOf(makeImport({ supply_date: supply_date as IsoDate, ...changes }));

const refundOf = (sale: EventRecord, supply_date: string): EventRecord => {
  const refund = recordOf(
    makeRefund({
      supply_kind: "imported_goods",
      original_event_id: sale.event_id,
      supply_date: supply_date as IsoDate,
    }),
  );
  return { ...refund, link: linkOf(refund, sale) };
};

const keysOf = (tallies: readonly Tally[]) => tallies.map(({ key }) => key);
const LINE = "line|goods||DE|standard|1900|EUR";
const OUTSIDE = "excluded|outside_registration_window_excluded";

describe("a registration from 10 July", () => {
  const early = on("2025-07-09");
  const late = on("2025-07-10");
  test.for<[string, EventRecord, string]>([
    ["a sale on the day before", early, OUTSIDE],
    ["a sale on its first day", late, LINE],
    ["a refund of a sale before it", refundOf(early, "2025-07-20"), OUTSIDE],
    ["a refund of a sale in it", refundOf(late, "2025-07-20"), LINE],
    ["a refund in August of a sale before it", refundOf(early, "2025-08-20"), OUTSIDE],
    [
      "a refund in August of a sale in it",
      refundOf(late, "2025-08-20"),
      "correction|goods|2025-07|DE|EUR",
    ],
    [
      "excise goods before it: the earlier rule counts",
      on("2025-07-01", {
        consignment: { intrinsic_value_minor: 1, currency: "EUR", excise_goods: true },
      }),
      "excluded|excise_goods_excluded",
    ],
  ])("%s", ([, event, key]) => {
    expect(keysOf(talliesWithin([event], { scheme: IOSS, registrations: FROM_JULY_10 }))).toEqual([
      key,
    ]);
  });

  it("leaves out what is no import, and adds up the rest exactly", () => {
    const events = [early, late, on("2025-07-31"), recordOf(makeSale())];
    expect(talliesWithin(events, { scheme: IOSS, registrations: FROM_JULY_10 })).toEqual([
      {
        key: OUTSIDE,
        amounts: { event_count: 1n, taxable_amount_minor: 10_000n, vat_amount_minor: 1_900n },
      },
      {
        key: LINE,
        amounts: { event_count: 2n, taxable_amount_minor: 20_000n, vat_amount_minor: 3_800n },
      },
    ]);
  });

  it("keeps the checks of every event", () => {
    const wrong = on("2025-07-01", { vat_amount_minor: 1 });
    expect(keysOf(talliesWithin([wrong], { scheme: IOSS, registrations: FROM_JULY_10 }))).toEqual([
      "check|vat_differs_from_rate",
      OUTSIDE,
    ]);
  });
});

test.for<[string, string, readonly Registration[], readonly Tally[], boolean]>([
  ["the month it begins in", "2025-07", FROM_JULY_10, [], true],
  ["the month after", "2025-08", FROM_JULY_10, [importTally({}, 1, 1)], false],
  ["the month before", "2025-06", FROM_JULY_10, [], false],
  ["one from the first day", "2025-07", [from("2025-07-01")], [], false],
  [
    "a correction of the month it begins in",
    "2025-08",
    FROM_JULY_10,
    [importCorrection({ original_period: "2025-07" }, -1, -1)],
    true,
  ],
  [
    "a correction of a month before it",
    "2025-08",
    FROM_JULY_10,
    [importCorrection({ original_period: "2025-06" }, -1, -1)],
    false,
  ],
  ["no registration", "2025-07", [], [], false],
  [
    "two of them",
    "2025-07",
    [...FROM_JULY_10, importRegistration({ effective_from: "2025-07-05", id: 2 })],
    [],
    false,
  ],
])("a month needs its events: %s", ([, month, registrations, tallies, expected]) => {
  expect(needsEvents(tallies, makeMonth(tallies, { period: month, registrations }))).toBe(expected);
});

describe("the Union scheme", () => {
  const registrations = [makeRegistration({ effective_from: "2025-08-10" })];

  it("has every supply of a quarter that a registration shares a day with", () => {
    const sale = makeSale({ supply_date: "2025-07-01" as IsoDate });
    const key = "line|goods|SE|DE|standard|1900|EUR";
    expect(keyWithin(key, sale, { scheme: UNION_OSS, registrations })).toBe(key);
    expect(keyWithin(LINE, sale, { scheme: IOSS, registrations })).toBe(OUTSIDE);
  });

  it("never needs the events of a quarter", () => {
    const tallies = [correctionTally({ original_period: "2025-Q2" }, -1, -1)];
    expect(needsEvents(tallies, makeReturn(tallies, { registrations }))).toBe(false);
  });
});
