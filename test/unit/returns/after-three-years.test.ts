import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type IsoDate,
  type Period,
  periodOn,
  periodsBack,
  plusDays,
} from "../../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../../shared/core/ids.ts";
import type { NewEvent } from "../../../shared/ledger/events/schema.ts";
import { type RunningSum, returnPartition } from "../../../shared/ledger/sums/sum.ts";
import { computeReturn } from "../../../shared/returns/compute/compute.ts";
import { directCorrections } from "../../../shared/returns/locks/direct-corrections.ts";
import type { OpeningMarker, PeriodMarkers } from "../../../shared/returns/locks/locked-period.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import { boundariesOf } from "../../../shared/vat/schemes/registration-segments.ts";
import type { Scheme } from "../../../shared/vat/schemes/scheme.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import { inForce } from "../../../shared/vat/seller/in-force.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeReturn, ratesOf } from "../../make/return-input.ts";
import {
  type EventChanges,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../make/supply-event.ts";
import { lengthOf } from "../../stack/soak.ts";
import { MemoryLedger } from "../ledger/memory-ledger.ts";

/*
 * Art. 61(2) CIR 282/2011: a return can be corrected within three years of the day on which it was due. Later changes go
 * to the Member State of consumption directly, under its own law.
 */

const FIRST = "2021-07-01" as IsoDate;
const LAST = "2028-12-31" as IsoDate;

const in_ = (member_state_identification: string, fields: Parameters<typeof makeRegistration>[0]) =>
  makeRegistration({ member_state_identification, ...fields });

const SWEDISH = [in_("SE", {})];
/** Moved to Poland on 2024-01-01. */
const MOVED = [
  in_("SE", { status: "ended", effective_to: "2023-12-31" }),
  in_("PL", { id: 2, effective_from: "2024-01-01" }),
];
const IMPORTER = [in_("SE", { scheme_type: "ioss" })];

type Facts = {
  readonly scheme?: Scheme;
  readonly registrations?: readonly Registration[];
  readonly openings?: readonly OpeningMarker[];
};

function sumsIn(ledger: MemoryLedger, isWanted: (partition: string) => boolean): RunningSum[] {
  return [...ledger.tallies].flatMap(([id, sums]) => {
    const [partition = "", key = ""] = id.split(" ");
    const amounts = Object.fromEntries([...sums].map(([name, sum]) => [name, BigInt(sum)]));
    return isWanted(partition) ? [{ key, amounts }] : [];
  });
}

/** The returns of all periods under each registration, and what goes directly. */
function declared(ledger: MemoryLedger, facts: Facts) {
  const { scheme = UNION_OSS, registrations = SWEDISH, openings = [] } = facts;
  const markers: PeriodMarkers = new Map(
    openings.map((one) => [
      returnPartition(scheme, one.period_key),
      { changes: 0, locks: [], openings: [one] },
    ]),
  );
  const periods = periodsBack(scheme.period_kind, LAST, FIRST).toReversed();
  const rates = periods.map(({ key }) => ratesOf(key));
  const returns = periods.flatMap((period) =>
    inForce(registrations, scheme.id, period.firstDay, period.lastDay).map((registration) => {
      const partition = returnPartition(scheme, period.key);
      const sums = sumsIn(ledger, (one) => one === partition);
      const options = { scheme, period: period.key, registrations, rates, openings };
      const coverage = { status: "covered", registration } as const;
      return computeReturn({ ...makeReturn(sums, options), coverage });
    }),
  );
  const direct = directCorrections(
    sumsIn(ledger, (one) => one.startsWith("d")),
    { scheme, registrations, markers },
  );
  return { returns, direct };
}

/** Where the refund stands: in a return, excluded, and among what goes directly. */
function placeOf(events: readonly NewEvent[], facts: Facts): string {
  const ledger = new MemoryLedger(boundariesOf(facts.registrations ?? SWEDISH));
  ledger.commit(events);
  const { returns, direct } = declared(ledger, facts);
  const found = returns.flatMap(({ status, sorted, period, ...computed }) => [
    ...sorted.excluded.map(({ code, status }) => `${code} ${status}`),
    ...(status === "covered" && "report" in computed
      ? computed.report.corrections.map((row) => `${row.original_period} in ${period.key}`)
      : []),
  ]);
  const directly = direct.map(
    ({ original_period, consumption_country, ...one }) =>
      `${original_period} to ${consumption_country} from ${one.member_state_identification}: ${one.vat} ${one.return_currency}`,
  );
  return [...found, ...directly].join("; ");
}

const LATE = "correction_after_three_years_excluded rightful";
const INVALID = "correction_reference_invalid_excluded";
const on = (day: string): EventChanges => ({ supply_date: day as IsoDate });

const sold = (changes: EventChanges = {}) => makeSale({ ...on("2022-02-02"), ...changes });
const back = (day: string, changes: EventChanges = {}) => makeRefund({ ...on(day), ...changes });

/** 2022-Q1 was due on 2022-04-30. The return of 2025-Q1 can be submitted on 2025-04-01, the next one on 2025-07-01. */
const DIRECTLY = `${LATE}; 2022-Q1 to DE from SE: -190 EUR`;

describe("a refund of a sale of 2022-02-02", () => {
  test.for<[what: string, events: NewEvent[], place: string]>([
    ["on the last day of the last return", [sold(), back("2025-03-31")], "2022-Q1 in 2025-Q1"],
    ["on the next day", [sold(), back("2025-04-01")], DIRECTLY],
    ["on the day before the anniversary", [sold(), back("2025-04-29")], DIRECTLY],
    ["on the anniversary, whose return comes later", [sold(), back("2025-04-30")], DIRECTLY],
    ["on the day after", [sold(), back("2025-05-01")], DIRECTLY],
    ["that came before its sale", [back("2025-05-01"), sold()], DIRECTLY],
    [
      "as an adjustment upwards",
      [sold(), back("2025-05-01", { event_type: "adjustment" })],
      `${LATE}; 2022-Q1 to DE from SE: 190 EUR`,
    ],
    [
      "of more than was sold, which no return has to ask about",
      [sold(), back("2025-05-01", { taxable_amount_minor: 20_000, vat_amount_minor: 3_800 })],
      `${LATE}; 2022-Q1 to DE from SE: -3800 EUR`,
    ],
    [
      "that names another Member State",
      [sold(), back("2025-05-01", { consumption_country: "FR" })],
      `${INVALID} open`,
    ],
    [
      "that a person has excluded",
      [sold(), back("2025-05-01", { classification_status: "excluded" })],
      "classification_excluded rightful",
    ],
    [
      "that waits for a decision",
      [sold(), back("2025-05-01", { classification_status: "needs_review" })],
      "needs_review_excluded open",
    ],
    ["without its sale", [back("2025-05-01")], "correction_reference_missing_excluded open"],
  ])("%s", ([, events, place]) => {
    expect(placeOf(events, {})).toBe(place);
  });
});

describe("a refund that comes after three years goes directly", () => {
  const opening = (member_state_identification: string, return_currency: string) =>
    ({
      period_key: "2022-Q1",
      registration_id: 1,
      member_state_identification,
      return_currency,
      withdrawn: false,
    }) as OpeningMarker;
  const named = (day: string) =>
    back(day, { original_event_id: undefined, original_period: "2022-Q1" as PeriodKey });
  const service = (changes: EventChanges) => ({ supply_kind: "tbe_services", ...changes }) as const;
  const ofService = (consumption_country: string) => [
    makeService({ ...on("2022-02-02"), event_id: "sale-1", consumption_country }),
    back("2025-05-01", service({ consumption_country })),
  ];

  test.for<[what: string, events: NewEvent[], facts: Facts, place: string]>([
    ["of a service", ofService("DE"), {}, DIRECTLY],
    [
      "but not of a service in the Member State of identification, which its own return declares",
      ofService("SE"),
      {},
      `classification_excluded rightful; ${INVALID} rightful`,
    ],
    [
      "but not of an excluded sale, which was never declared",
      [sold({ classification_status: "excluded" }), back("2025-05-01")],
      {},
      `classification_excluded rightful; ${INVALID} rightful`,
    ],
    [
      "but not of a sale at no rate",
      [sold({ rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 }), back("2025-05-01")],
      {},
      `unsupported_rate_category_excluded rightful; ${INVALID} rightful`,
    ],
    [
      "but not of a sale that waits for a decision, which the return asks about",
      [sold({ classification_status: "needs_review" }), back("2025-05-01")],
      {},
      `needs_review_excluded open; ${INVALID} open`,
    ],
    [
      "but not of a sale before the registration",
      [sold(), back("2025-05-01")],
      { registrations: [in_("SE", { effective_from: "2022-04-01" })] },
      "correction_reference_missing_excluded rightful",
    ],
    [
      "but not of a sale before the registration in its quarter",
      [sold(), back("2025-05-01")],
      { registrations: [in_("SE", { effective_from: "2022-03-01" })] },
      "outside_registration_window_excluded rightful; correction_reference_missing_excluded rightful",
    ],
    [
      "of a sale that a former Member State has declared: its final return leaves it out",
      [sold(), back("2025-05-01")],
      { registrations: MOVED },
      DIRECTLY,
    ],
    [
      "and goes with the final return where it came in time",
      [sold(), back("2025-03-31")],
      { registrations: MOVED },
      "2022-Q1 in 2023-Q4",
    ],
    [
      "of a sale of the quarter of the final return",
      [sold(on("2023-12-31")), back("2027-01-01")],
      { registrations: MOVED },
      `${LATE}; 2023-Q4 to DE from SE: -190 EUR`,
    ],
    [
      "of a sale since the move",
      [sold(on("2024-01-01")), back("2027-04-01")],
      { registrations: MOVED },
      `${LATE}; 2024-Q1 to DE from PL: -190 EUR`,
    ],
    [
      "of a period that was filed elsewhere, by the currency of its opening",
      [named("2025-05-01")],
      { openings: [opening("SE", "SEK")] },
      `${LATE}; 2022-Q1 to DE from SE: -190 SEK`,
    ],
    [
      "of a period that was filed elsewhere in a former Member State",
      [named("2025-05-01")],
      { registrations: MOVED, openings: [opening("SE", "EUR")] },
      DIRECTLY,
    ],
    [
      "but not in time",
      [named("2025-03-31")],
      { openings: [opening("SE", "EUR")] },
      "2022-Q1 in 2025-Q1",
    ],
    [
      "once the opening of the period that it names is recorded",
      [named("2025-05-01")],
      {},
      "correction_opening_missing_excluded open",
    ],
  ])("%s", ([, events, facts, place]) => {
    expect(placeOf(events, facts)).toBe(place);
  });
});

describe("in the import scheme, of 2022-01, due on 2022-02-28, and of 2024-01, due on 2024-02-29", () => {
  test.for<[sale: string, day: string, place: string]>([
    ["2022-01-20", "2025-01-31", "2022-01 in 2025-01"],
    ["2022-01-20", "2025-02-01", `${LATE}; 2022-01 to DE from SE: -190 EUR`],
    ["2022-01-20", "2025-02-28", `${LATE}; 2022-01 to DE from SE: -190 EUR`],
    ["2024-01-20", "2027-01-31", "2024-01 in 2027-01"],
    ["2024-01-20", "2027-02-01", `${LATE}; 2024-01 to DE from SE: -190 EUR`],
  ])("a refund of %s on %s", ([sale, day, place]) => {
    const events = [
      makeImport({ event_id: "sale-1", ...on(sale) }),
      back(day, { supply_kind: "imported_goods" }),
    ];
    expect(placeOf(events, { scheme: IOSS, registrations: IMPORTER })).toBe(place);
  });
});

/** Random sales with refunds on later days, at most seven years later, in any order of arrival. */
const history = fc
  .array(
    fc.record({
      sold: fc.nat({ max: 900 }),
      later: fc.oneof(fc.nat({ max: 200 }), fc.integer({ min: 1_050, max: 1_300 }), fc.nat(2_000)),
      country: fc.constantFrom("DE", "FR", "AT"),
      vat: fc.integer({ min: 1, max: 1_900 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .chain((drawn) =>
    fc.shuffledSubarray(
      drawn.flatMap(({ sold, later, country: consumption_country, vat }, n) => {
        const sale = { event_id: `sale-${n}`, ...on(plusDays(FIRST, sold)), consumption_country };
        const day = on(plusDays(FIRST, sold + later));
        const refund = { event_id: `refund-${n}`, original_event_id: sale.event_id, ...day };
        const amounts = { taxable_amount_minor: 1_000, vat_amount_minor: vat };
        return [makeSale(sale), makeRefund({ ...refund, consumption_country, ...amounts })];
      }),
      { minLength: drawn.length * 2 },
    ),
  );

/** Three years after the end of the month after the period, worked out from the calendar alone. */
function isInTime(sale: IsoDate, refund: IsoDate): boolean {
  const [sold, correcting] = [sale, refund].map((day) => periodOn("quarter", day)) as [
    Period,
    Period,
  ];
  const [year = 0, month = 0] = sold.lastDay.split("-").map(Number);
  const due = new Date(Date.UTC(year + 3, month + 1, 0)).toISOString().slice(0, 10);
  return correcting.lastDay < due;
}

it.for<[string, readonly Registration[]]>([
  ["one registration", SWEDISH],
  ["two that follow one another", MOVED],
])("a refund is in one return or goes directly, under %s", ([, registrations]) => {
  fc.assert(
    fc.property(history, (events) => {
      const ledger = new MemoryLedger(boundariesOf(registrations));
      ledger.commit(events);
      const { returns, direct } = declared(ledger, { registrations });
      const sales = new Map(events.map((one) => [one.event_id, one]));
      const late = events.filter(
        ({ original_event_id, supply_date }) =>
          original_event_id !== undefined &&
          !isInTime(sales.get(original_event_id)?.supply_date as IsoDate, supply_date),
      );
      const vat = (all: readonly NewEvent[]) =>
        all.reduce(
          (sum, one) => sum + (one.event_type === "sale" ? 1 : -1) * one.vat_amount_minor,
          0,
        );
      expect(direct.reduce((sum, one) => sum + Number(one.vat), 0)).toBe(vat(late));
      const inReturns = returns.flatMap(({ sorted }) => [...sorted.lines, ...sorted.corrections]);
      const rest = events.filter((one) => !late.includes(one));
      expect(inReturns.reduce((sum, one) => sum + Number(one.vat), 0)).toBe(vat(rest));
      const leftOut = returns.flatMap(({ sorted }) => sorted.excluded);
      expect(leftOut.every(({ code }) => `${code} rightful` === LATE)).toBe(true);
      expect(leftOut.reduce((sum, { count }) => sum + Number(count), 0)).toBe(late.length);
    }),
    { numRuns: lengthOf("ROUNDS", 60, 5_000) },
  );
});
