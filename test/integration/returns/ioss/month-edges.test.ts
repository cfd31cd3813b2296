import { describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import { type EventChanges, makeImport, makeRefund } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { importMonthOf, newImporter, workspaceOf } from "../../../stack/importer.ts";
import { committed, listed, reclassify } from "../../../stack/seller.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const on = (supply_date: string) => ({ supply_date: supply_date as IsoDate });
const sale = (event_id: string, day: string, changes: EventChanges = {}) =>
  makeImport({ event_id, ...on(day), ...changes });
const refundOf = (original_event_id: string, day: string) =>
  makeRefund({
    event_id: `refund-of-${original_event_id}`,
    original_event_id,
    supply_kind: "imported_goods",
    ...on(day),
  });
const worth = (intrinsic_value_minor: number, more: object = {}) => ({
  consignment: { intrinsic_value_minor, currency: "EUR" as const, excise_goods: false, ...more },
});

/** The warnings of a month by code, each of which must find as many events. */
async function exclusionsIn(importer: Account, month: string): Promise<Record<string, string[]>> {
  const { warnings } = await importMonthOf(importer, month);
  const found: Record<string, string[]> = {};
  for (const { code, count } of warnings) {
    const { items } = (await listed(importer, `?period=${month}&warning=${code}`)).body;
    expect(items, code).toHaveLength(count);
    found[code] = items.map(({ event_id }) => event_id);
  }
  return found;
}

const today = await todayWithTimeLeft();

describe("a registration that starts on 10 July", () => {
  const JULY = [
    sale("early", "2025-07-09"),
    sale("late", "2025-07-10"),
    sale("last", "2025-07-31"),
    refundOf("early", "2025-07-15"),
    refundOf("late", "2025-08-15"),
    sale("june", "2025-06-30"),
  ];
  const starting = () => newImporter({ effective_from: "2025-07-10" });

  it("takes the month's events from its first day on", async () => {
    const importer = await starting();
    await committed(importer, JULY);
    expect(await importMonthOf(importer, "2025-07")).toMatchObject({
      status: "ready",
      covered_from: "2025-07-10",
      covered_to: "2025-07-31",
      totals: { taxable_minor: 20_000, current_vat_minor: 3_800 },
      total_source_event_count: 4,
      included_source_event_count: 2,
      warnings: [
        { code: "correction_reference_missing_excluded", count: 1 },
        { code: "outside_registration_window_excluded", count: 1 },
      ],
    });
    expect(await exclusionsIn(importer, "2025-07")).toEqual({
      correction_reference_missing_excluded: ["refund-of-early"],
      outside_registration_window_excluded: ["early"],
    });
    expect(await exclusionsIn(importer, "2025-06")).toEqual({
      registration_missing_excluded: ["june"],
    });
  });

  it("leaves out a later correction of what came before it", async () => {
    const importer = await starting();
    await committed(importer, [...JULY.slice(0, 3), refundOf("early", "2025-08-15")]);
    await committed(importer, refundOf("late", "2025-08-16"));
    expect(await importMonthOf(importer, "2025-08")).toMatchObject({
      status: "ready",
      corrections: [{ original_period: "2025-07", vat_amount_minor: -190, event_count: 1 }],
      warnings: [{ code: "correction_reference_missing_excluded", count: 1 }],
    });
    expect(await exclusionsIn(importer, "2025-08")).toEqual({
      correction_reference_missing_excluded: ["refund-of-early"],
    });
  });

  it("follows a reclassification in the month that is cut", async () => {
    const importer = await starting();
    await committed(importer, JULY);
    await reclassify(importer, "last", "needs_review");
    expect(await importMonthOf(importer, "2025-07")).toMatchObject({
      status: "review_required",
      totals: { taxable_minor: 10_000 },
      warnings: [
        { code: "needs_review_excluded", count: 1 },
        { code: "correction_reference_missing_excluded", count: 1 },
        { code: "outside_registration_window_excluded", count: 1 },
      ],
    });
  });
});

test.for([
  ["2025-07-20", "ready", ["before", "on"], ["after"]],
  ["2025-07-31", "ready", ["after", "before", "on"], []],
] as const)("a registration that ended on %s", async ([effective_to, status, inside, outside]) => {
  const importer = await newImporter({ effective_to, status: "ended" });
  const events = [
    sale("before", "2025-07-19"),
    sale("on", "2025-07-20"),
    sale("after", "2025-07-21"),
    sale("august", "2025-08-01"),
  ];
  await committed(importer, events);
  const month = await importMonthOf(importer, "2025-07");
  expect(month).toMatchObject({ status, covered_to: effective_to });
  expect(month.included_source_event_count).toBe(inside.length);
  expect(
    (await exclusionsIn(importer, "2025-07")).outside_registration_window_excluded ?? [],
  ).toEqual(outside);
  expect((await importMonthOf(importer, "2025-08")).status).toBe("not_registered");
});

describe("two registrations in a month", () => {
  it("conflict, and the neighbouring months have one each", async () => {
    const importer = await newImporter(
      { effective_to: "2025-08-10", status: "ended" },
      { effective_from: "2025-08-11", member_state_identification: "PL" },
    );
    await committed(
      importer,
      ["2025-07-01", "2025-08-05", "2025-08-20", "2025-09-30"].map((day) => sale(day, day)),
    );
    const { ioss, registrations } = await workspaceOf(importer, "2025-Q3");
    expect(ioss.months.map((month) => [month.status, month.member_state_identification])).toEqual([
      ["ready", "SE"],
      ["registration_conflict", null],
      ["ready", "PL"],
    ]);
    expect(ioss.status).toBe("registration_conflict");
    expect(registrations.ioss).toMatchObject({
      status: "registration_conflict",
      cleanup_required: false,
      conflicting_registration_ids: [1, 2],
    });
    expect(await exclusionsIn(importer, "2025-08")).toEqual({
      registration_overlap_excluded: ["2025-08-05", "2025-08-20"],
    });
  });

  itInTurn("are one when the other is excluded", async () => {
    const importer = await newImporter(
      { effective_to: "2025-08-10", status: "ended" },
      { effective_from: "2025-08-11" },
    );
    await committed(importer, [sale("a", "2025-08-05"), sale("b", "2025-08-20")]);
    await call(importer.full, "PATCH", "/v1/tax-registrations/1", { status: "excluded" });
    expect(await importMonthOf(importer, "2025-08")).toMatchObject({
      status: "ready",
      registration_id: 2,
      included_source_event_count: 1,
    });
  });
});

it("a registration through an intermediary covers like any other, and is shown with it", async () => {
  const importer = await newImporter({
    vat_registration_number: "IM7521234567",
    ioss_intermediary_name: "Parcels AB",
    ioss_intermediary_number: "IN7527654321",
  });
  await committed(importer, sale("a", "2025-08-05"));
  const { ioss, registrations } = await workspaceOf(importer, "2025-Q3");
  expect(ioss.months[1]).toMatchObject({ status: "ready", registration_id: 1 });
  expect(registrations.ioss.registrations).toMatchObject([
    { id: 1, ioss_intermediary_name: "Parcels AB" },
  ]);
  expect(JSON.stringify(registrations)).not.toContain("7654321");
});

describe("what keeps goods out", () => {
  const EXCEEDED = "consignment_value_exceeded_excluded";
  const UNVERIFIED = "consignment_value_unverified_excluded";
  const CASES: readonly (readonly [id: string, changes: EventChanges, code: string | null])[] = [
    ["eur-149.99", worth(14_999), null],
    ["eur-150.00", worth(15_000), null],
    ["eur-150.01", worth(15_001), EXCEEDED],
    ["usd-unverified", worth(1_000, { currency: "USD" as const }), UNVERIFIED],
    [
      "usd-149.99",
      worth(17_000, { currency: "USD" as const, intrinsic_value_eur_minor: 14_999 }),
      null,
    ],
    [
      "usd-150.00",
      worth(17_000, { currency: "USD" as const, intrinsic_value_eur_minor: 15_000 }),
      null,
    ],
    [
      "usd-150.01",
      worth(10_000, { currency: "USD" as const, intrinsic_value_eur_minor: 15_001 }),
      EXCEEDED,
    ],
    ["excise", worth(1_000, { excise_goods: true }), "excise_goods_excluded"],
    ["excise-above", worth(99_999, { excise_goods: true }), "excise_goods_excluded"],
    ["no-origin", { origin_country: undefined }, "missing_origin_excluded"],
    ["no-origin-above", { origin_country: undefined, ...worth(15_001) }, EXCEEDED],
    [
      "no-origin-unverified",
      { origin_country: undefined, ...worth(1, { currency: "USD" as const }) },
      UNVERIFIED,
    ],
    [
      "review-above",
      { classification_status: "needs_review", ...worth(15_001) },
      "needs_review_excluded",
    ],
    ["business", { customer_type: "b2b" }, "classification_excluded"],
    [
      "zero",
      { rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 },
      "unsupported_rate_category_excluded",
    ],
    ["dirham", { currency: "AED" }, "missing_exchange_rate_excluded"],
  ];
  const expected = Object.fromEntries(
    [
      ...Map.groupBy(
        CASES.filter(([, , code]) => code),
        ([, , code]) => code as string,
      ),
    ].map(([code, cases]) => [code, cases.map(([id]) => id).sort()]),
  );

  it("is counted once each, under the first rule, and found under it", async () => {
    const importer = await newImporter({});
    await committed(
      importer,
      CASES.map(([id, changes]) => sale(id, "2025-08-05", changes)),
    );
    expect(await exclusionsIn(importer, "2025-08")).toEqual(expected);
    const month = await importMonthOf(importer, "2025-08");
    expect(month.included_source_event_count).toBe(CASES.filter(([, , code]) => !code).length);
    expect(month.status).toBe("review_required");
    expect(month.totals?.taxable_minor).toBe(4 * 10_000);
  });

  it("is registration coverage before anything else", async () => {
    const importer = await newImporter();
    await committed(
      importer,
      CASES.map(([id, changes]) => sale(id, "2025-08-05", changes)),
    );
    expect(await exclusionsIn(importer, "2025-08")).toEqual({
      registration_missing_excluded: CASES.map(([id]) => id).sort(),
    });
  });

  itInTurn("is found by quarter too", async () => {
    const importer = await newImporter({ effective_from: "2025-08-05" });
    const events = [
      sale("july", "2025-07-05"),
      sale("early", "2025-08-04"),
      sale("in", "2025-08-05"),
    ];
    await committed(importer, events);
    for (const [code, ids] of [
      ["registration_missing_excluded", ["july"]],
      ["outside_registration_window_excluded", ["early"]],
      ["missing_exchange_rate_excluded", []],
    ] as const) {
      const { items } = (await listed(importer, `?period=2025-Q3&warning=${code}`)).body;
      expect(items.map(({ event_id }) => event_id)).toEqual(ids);
    }
  });
});

describe("conversion", () => {
  it("takes the next publication after the month's end, and the original month's for corrections", async () => {
    const importer = await newImporter({});
    const dollars = (event_id: string, day: string) =>
      sale(event_id, day, {
        currency: "USD",
        taxable_amount_minor: 10_000,
        vat_amount_minor: 1_900,
      });
    await committed(importer, [
      dollars("may", "2025-05-10"),
      dollars("june", "2025-06-10"),
      { ...refundOf("may", "2025-06-20"), currency: "USD" },
    ]);
    // 31 May 2025 is a Saturday: 2 June, 1.1419. 30 June is a Monday: 1.1720.
    const june = await importMonthOf(importer, "2025-06");
    expect(june.exchange_rates).toEqual([
      { currency: "USD" as const, rate: "1.1419", date: "2025-06-02", period: "2025-05" },
      { currency: "USD" as const, rate: "1.172", date: "2025-06-30", period: "2025-06" },
    ]);
    expect(june.rows).toMatchObject([{ taxable_amount_minor: 8_532, vat_amount_minor: 1_621 }]);
    expect(june.corrections).toMatchObject([
      { original_period: "2025-05", taxable_amount_minor: -876, vat_amount_minor: -166 },
    ]);
  });

  it("does not convert before the rate is out", async () => {
    const importer = await newImporter({});
    await committed(importer, sale("now", today, { currency: "USD" }));
    const month = await importMonthOf(importer, today.slice(0, 7));
    expect(month).toMatchObject({
      status: "open",
      period_ended: false,
      warnings: [{ code: "missing_exchange_rate_excluded", count: 1 }],
    });
  });
});
