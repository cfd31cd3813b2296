import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import { linkFields, linkOf, signedAmounts } from "../../../shared/ledger/events/links.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { countedAs, sumsOfEvent } from "../../../shared/ledger/sums/sums-of-event.ts";
import { boundariesOf, NO_BOUNDARIES } from "../../../shared/vat/schemes/registration-segments.ts";
import { type LedgerEvent, withLink } from "../../../shared/vat/schemes/supply-event.ts";
import { makeRegistration } from "../../make/registration.ts";
import {
  type EventChanges,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../make/supply-event.ts";
import { recordOf } from "./memory-ledger.ts";

/** The record of a non-sale, linked to `original`. */
function linked(event: NewEvent, original: NewEvent): LedgerEvent {
  const record = recordOf(event);
  return withLink(record, linkOf(record, recordOf(original)));
}

const LINE = "line|goods|SE|DE|standard|1900|EUR";
const day = (supply_date: string) => ({ supply_date: supply_date as IsoDate });

test.for([
  ["goods", makeSale(), "line|goods|SE|DE|standard|1900|EUR"],
  ["a TBE service", makeService(), "line|services|SE|DE|standard|1900|EUR"],
  [
    "another service is the same line",
    makeService({ supply_kind: "other_services" }),
    "line|services|SE|DE|standard|1900|EUR",
  ],
  ["an import", makeImport(), "line|goods||DE|standard|1900|EUR"],
  [
    "a zero rate",
    makeSale({ rate_category: "zero" }),
    "excluded|unsupported_rate_category_excluded|rightful",
  ],
  [
    "exempt",
    makeSale({ rate_category: "exempt" }),
    "excluded|unsupported_rate_category_excluded|rightful",
  ],
  [
    "a standard rate of nothing",
    makeSale({ vat_rate_bps: 0 }),
    "excluded|unsupported_rate_category_excluded|rightful",
  ],
  [
    "new means of transport",
    makeSale({ supply_kind: "new_means_of_transport" }),
    "excluded|unsupported_supply_kind_excluded|rightful",
  ],
  [
    "assembly",
    makeSale({ supply_kind: "assembly_installation" }),
    "excluded|unsupported_supply_kind_excluded|rightful",
  ],
  [
    "the rate category goes before the supply kind",
    makeSale({ supply_kind: "assembly_installation", rate_category: "zero" }),
    "excluded|unsupported_rate_category_excluded|rightful",
  ],
  [
    "a review goes before everything",
    makeSale({ dispatch_country: undefined, rate_category: "zero" }),
    "excluded|needs_review_excluded|open",
  ],
  [
    "an exclusion goes before the rate",
    makeSale({ customer_type: "b2b", rate_category: "zero" }),
    "excluded|classification_excluded|rightful",
  ],
] as const)("a sale counts in one place: %s", ([, event, key]) => {
  expect(countedAs(recordOf(event))).toBe(key);
});

test.for([
  ["in the line of its sale", makeRefund(), makeSale(), "line|goods|SE|DE|standard|1900|EUR"],
  [
    "with country, category and rate of its sale",
    makeRefund({ vat_rate_bps: 700, rate_category: "reduced" }),
    makeSale({ dispatch_country: "PL" }),
    "line|goods|PL|DE|standard|1900|EUR",
  ],
  [
    "of an import, in its month",
    makeRefund({ supply_kind: "imported_goods", original_event_id: "import-1" }),
    makeImport(),
    "line|goods||DE|standard|1900|EUR",
  ],
  [
    "of an import, a month later",
    makeRefund({
      supply_kind: "imported_goods",
      original_event_id: "import-1",
      ...day("2025-09-01"),
    }),
    makeImport(),
    "correction|goods|2025-08|DE|EUR",
  ],
  [
    "of a service, a year later",
    makeRefund({
      supply_kind: "tbe_services",
      original_event_id: "service-1",
      ...day("2026-08-01"),
    }),
    makeService(),
    "correction|services|2025-Q3|DE|EUR",
  ],
  [
    "of VAT alone, without a rate of its own",
    makeRefund({ vat_rate_bps: 0, taxable_amount_minor: 0 }),
    makeSale(),
    "line|goods|SE|DE|standard|1900|EUR",
  ],
  [
    "of a sale that is in no return",
    makeRefund(),
    makeSale({ rate_category: "zero" }),
    "excluded|correction_reference_invalid_excluded|rightful",
  ],
  [
    "of a sale that waits for a decision",
    makeRefund(),
    makeSale({ classification_status: "needs_review" }),
    "excluded|correction_reference_invalid_excluded|open",
  ],
] as const)("a correction counts %s", ([, event, original, key]) => {
  expect(countedAs(linked(event, original))).toBe(key);
});

describe("amounts", () => {
  test.for([
    ["sale", 1],
    ["refund", -1],
    ["cancellation", -1],
    ["credit_note", -1],
    ["adjustment", 1],
  ] as const)("a %s counts %i times", ([event_type, sign]) => {
    const event = recordOf(makeRefund({ event_type, original_event_id: undefined }));
    expect(signedAmounts(event)).toEqual({ taxable: sign * 1_000, vat: sign * 190 });
  });

  it("an adjustment keeps its own sign", () => {
    const event = recordOf(
      makeRefund({ event_type: "adjustment", taxable_amount_minor: 0, vat_amount_minor: -40 }),
    );
    expect(signedAmounts(event)).toEqual({ taxable: 0, vat: -40 });
  });
});

describe("a sale over a border to a consumer", () => {
  it("counts in its quarter, and in its year towards the threshold", () => {
    const amounts = { event_count: 1, taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };
    expect(sumsOfEvent(recordOf(makeSale()))).toEqual([
      { partition: "u2025-Q3", key: "line|goods|SE|DE|standard|1900|EUR", amounts },
      {
        partition: "y2025",
        key: "day|2025-08-01|EUR",
        amounts: {
          event_count: 1,
          taxable_amount_minor: 10_000,
          taxable_amount_minor_DE: 10_000,
        },
      },
    ]);
  });

  it("counts under each of its checks as well", () => {
    const entries = sumsOfEvent(recordOf(makeService({ vat_rate_bps: 1_800 })));
    const checks = entries.filter(({ key }) => key.startsWith("check|"));
    expect(checks).toEqual(
      ["rate_not_in_force", "vat_differs_from_rate", "location_evidence_missing"].map((code) => ({
        partition: "u2025-Q3",
        key: `check|${code}`,
        amounts: { event_count: 1 },
      })),
    );
  });

  it("counts in its month when it is imported, and not towards the threshold", () => {
    const entries = sumsOfEvent(recordOf(makeImport()));
    expect(entries.map(({ partition, key }) => `${partition} ${key}`)).toEqual([
      "i2025-08 line|goods||DE|standard|1900|EUR",
    ]);
  });
});

describe("a non-sale that names the period of its sale", () => {
  const ofPeriod = (original_period: string, changes: EventChanges = {}) => {
    const given = {
      original_event_id: undefined,
      original_period: original_period as PeriodKey,
      ...changes,
    };
    const record = recordOf(makeRefund(given));
    return withLink(record, linkOf(record, undefined));
  };
  const abroad = { supply_kind: "tbe_services", treatment: "non_union_oss" } as const;
  const imported = { supply_kind: "imported_goods" } as const;

  it.for<[string, LedgerEvent, string]>([
    ["of goods", ofPeriod("2025-Q2"), "correction|goods|2025-Q2@named|DE|EUR"],
    ["of a service", ofPeriod("2024-Q4", abroad), "correction|services|2024-Q4@named|DE|EUR"],
    ["of an import", ofPeriod("2025-06", imported), "correction|goods|2025-06@named|DE|EUR"],
    [
      "at the last moment: 2022-Q1 was due on 2022-04-30, and the return is submitted by then",
      ofPeriod("2022-Q1", day("2025-03-31")),
      "correction|goods|2022-Q1@named|DE|EUR",
    ],
    [
      "a quarter later, where the return finds that it is too late",
      ofPeriod("2022-Q1", day("2025-04-01")),
      "correction|goods|2022-Q1@named|DE|EUR",
    ],
    [
      "to a business",
      ofPeriod("2025-Q2", { customer_type: "b2b" }),
      "excluded|classification_excluded|rightful",
    ],
    [
      "at no rate",
      ofPeriod("2025-Q2", { rate_category: "exempt" }),
      "excluded|unsupported_rate_category_excluded|rightful",
    ],
  ])("%s", ([, event, key]) => {
    expect(countedAs(event)).toBe(key);
  });

  it("says that it is too late", () => {
    const reasons = ["2025-03-31", "2025-04-01"].map(
      (on) => linkFields(ofPeriod("2022-Q1", day(on))).link_reason,
    );
    expect(reasons).toEqual([null, "more than three years after the original return was due"]);
  });

  it("takes nothing from the threshold", () => {
    expect(sumsOfEvent(ofPeriod("2025-Q2")).map(({ partition }) => partition)).toEqual([
      "u2025-Q3",
    ]);
  });

  it("is the same when it is looked at again", () => {
    const event = ofPeriod("2025-Q2");
    expect(linkOf(event, undefined)).toEqual(event.link);
  });
});

describe("in a quarter in which a registration begins", () => {
  const boundaries = boundariesOf([makeRegistration({ effective_from: "2025-08-15" as IsoDate })]);
  const outside = "excluded|outside_registration_window_excluded|rightful";
  const notDeclared = "excluded|correction_reference_missing_excluded|rightful";
  const before = day("2025-07-20");
  const since = day("2025-08-20");

  it.for<[string, LedgerEvent, string]>([
    ["a sale before it", recordOf(makeSale(before)), outside],
    ["another one", recordOf(makeSale({ consumption_country: "FR", ...before })), outside],
    ["a sale since", recordOf(makeSale(since)), "line@0815|goods|SE|DE|standard|1900|EUR"],
    ["what nets with a sale before it", linked(makeRefund(since), makeSale(before)), notDeclared],
    [
      "a correction before it, of a quarter that waits for a registration",
      linked(makeRefund(before), makeSale(day("2025-05-20"))),
      "correction|goods|2025-Q2|DE|EUR",
    ],
    [
      "a correction since, of a quarter that waits for a registration",
      linked(makeRefund(since), makeSale(day("2025-05-20"))),
      "correction@0815|goods|2025-Q2|DE|EUR",
    ],
    [
      "a correction of a sale before it, a quarter later",
      linked(makeRefund(day("2025-11-20")), makeSale(before)),
      notDeclared,
    ],
    [
      "what no return ever has",
      recordOf(makeSale({ customer_type: "b2b", ...before })),
      "excluded|classification_excluded|rightful",
    ],
    ["a sale of the quarter before", recordOf(makeSale(day("2025-05-20"))), LINE],
  ])("%s", ([, event, key]) => {
    expect(countedAs(event, boundaries)).toBe(key);
  });

  it("counts for the threshold as ever", () => {
    const others = sumsOfEvent(recordOf(makeSale(before)), boundaries).filter(
      ({ partition }) => partition === "y2025",
    );
    expect(others).toEqual(sumsOfEvent(recordOf(makeSale(before)), NO_BOUNDARIES).slice(1));
    expect(others).toHaveLength(1);
  });
});

describe("after the registrations of a sale have ended", () => {
  const registered = (state: string, from: string, to?: string) =>
    makeRegistration({
      member_state_identification: state as never,
      effective_from: from as IsoDate,
      ...(to === undefined ? {} : { effective_to: to as IsoDate, status: "ended" }),
    });
  const moved = [registered("SE", "2021-07-01", "2025-08-15"), registered("DK", "2025-08-16")];
  const renewed = [registered("SE", "2021-07-01", "2025-08-15"), registered("SE", "2025-08-16")];
  const returned = [registered("SE", "2021-07-01", "2025-06-30"), registered("SE", "2026-01-01")];
  const inQ2 = makeSale(day("2025-05-20"));
  const inQ3 = makeSale(day("2025-07-20"));

  it.for<[string, ReturnType<typeof registered>[], LedgerEvent, [string, string]]>([
    [
      "a refund of a later quarter nets in the final return",
      moved,
      linked(makeRefund(day("2026-02-01")), inQ3),
      ["u2025-Q3", "line@+2026-02-01|goods|SE|DE|standard|1900|EUR"],
    ],
    [
      "one of an earlier sale corrects it there",
      moved,
      linked(makeRefund(day("2026-02-01")), inQ2),
      ["u2025-Q3", "correction@+2026-02-01|goods|2025-Q2|DE|EUR"],
    ],
    [
      "one of the quarter itself too, in the days of the registration",
      moved,
      linked(makeRefund(day("2025-09-01")), inQ2),
      ["u2025-Q3", "correction@+2025-09-01|goods|2025-Q2|DE|EUR"],
    ],
    [
      "one of the last day",
      moved,
      linked(makeRefund(day("2025-08-15")), inQ2),
      ["u2025-Q3", "correction|goods|2025-Q2|DE|EUR"],
    ],
    [
      "what no return has goes there as well",
      moved,
      linked(
        makeRefund(day("2026-02-01")),
        makeSale({ customer_type: "b2b", ...day("2025-05-20") }),
      ),
      ["u2025-Q3", "excluded@+2026-02-01|correction_reference_invalid_excluded|rightful"],
    ],
    [
      "nothing changes where another one of the state follows at once",
      renewed,
      linked(makeRefund(day("2025-11-01")), inQ3),
      ["u2025-Q4", "correction|goods|2025-Q3|DE|EUR"],
    ],
    [
      "a later one of the same state declares nothing of the former",
      returned,
      linked(makeRefund(day("2026-02-01")), inQ2),
      ["u2025-Q2", "line@+2026-02-01|goods|SE|DE|standard|1900|EUR"],
    ],
    [
      "a sale keeps its own day",
      returned,
      recordOf(makeSale(day("2025-11-01"))),
      ["u2025-Q4", "line|goods|SE|DE|standard|1900|EUR"],
    ],
  ])("%s", ([, registrations, event, [partition, key]]) => {
    expect(sumsOfEvent(event, boundariesOf(registrations))[0]).toMatchObject({ partition, key });
  });
});

it("an undone event is in no sum", () => {
  expect(sumsOfEvent({ ...recordOf(makeSale()), undone: true })).toEqual([]);
});
