import { describe, expect, it } from "vitest";
import { call } from "../../../stack/api.ts";
import { committed } from "../../../stack/seller.ts";
import { eachNth } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";
import {
  CASES,
  lockReturn,
  openingPath,
  recorded,
  refund,
  register,
  returnOf,
  sale,
  sellerIn,
  totals,
  UNION,
} from "./filed-elsewhere.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const commit = (seller: Parameters<typeof committed>[0], ...events: object[]) =>
  committed(seller, events as never);

describe.each(eachNth(3, CASES))("a sale of a period of $slug that was filed elsewhere", (one) => {
  const late = {
    original_period: one.filed,
    member_state_of_consumption: "DE",
    taxable_amount_minor: 10_000,
    vat_amount_minor: 1_900,
  };

  it("is declared once, whole, by the next open return", async () => {
    const seller = await sellerIn(one);
    await recorded(seller, openingPath(one));
    await commit(seller, sale(one));
    expect(await returnOf(seller, one, one.next)).toMatchObject({
      rows: [],
      corrections: [{ ...late, event_count: 1 }],
      late_changes: [{ ...late, event_count_difference: 1 }],
    });
    expect((await lockReturn(seller, one, one.next)).status).toBe(201);
    const after = one.next === "2025-04" ? "2025-05" : "2025-Q3";
    expect(await returnOf(seller, one, after)).toMatchObject({
      corrections: [],
      late_changes: [],
    });
    await commit(seller, sale(one, { event_id: "later" }));
    expect((await returnOf(seller, one, after)).late_changes).toMatchObject([late]);
  });

  it("is in one correction with the refunds that name the period", async () => {
    const seller = await sellerIn(one);
    await recorded(seller, openingPath(one));
    await commit(seller, sale(one), refund(one));
    expect((await returnOf(seller, one, one.next)).corrections).toMatchObject([
      { ...late, taxable_amount_minor: 9_000, vat_amount_minor: 1_710, event_count: 2 },
    ]);
  });
});

describe("what comes to a quarter that was filed elsewhere", () => {
  it("takes nothing back that was never declared: a late sale that is refunded afterwards", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, openingPath(UNION));
    const whole = { taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };
    const back = refund(UNION, { original_period: undefined, original_event_id: "late", ...whole });
    await commit(seller, sale(UNION), back);
    expect((await returnOf(seller, UNION, "2025-Q2")).corrections).toEqual([]);
  });

  it("is reported by the overview and by the return, which is no nil return", async () => {
    const seller = await sellerIn(UNION);
    const overview = async () =>
      (await call(seller.readOnly, "GET", "/v1/compliance/overview")).body["changed_periods"];
    await recorded(seller, openingPath(UNION));
    expect(await overview()).toEqual([]);
    await commit(seller, sale(UNION));
    expect(await overview()).toEqual([{ scheme_type: "union_oss", period_key: "2025-Q1" }]);
    const path = "/v1/reports/filing-prep?period=2025-Q1";
    expect((await call(seller.readOnly, "GET", path)).body).toMatchObject({
      union_oss: {
        status: "ready",
        status_detail: expect.stringContaining("was filed elsewhere"),
        nil_return_eligible: false,
      },
    });
  });

  itInTurn(
    "is declared under a registration that was entered anew, too, of a lock as of an opening",
    async () => {
      const seller = await sellerIn(UNION);
      await recorded(seller, openingPath(UNION));
      expect((await lockReturn(seller, UNION, "2025-Q2")).status).toBe(201);
      await call(seller.full, "PATCH", "/v1/tax-registrations/1", { status: "excluded" });
      await register(seller, { scheme_type: "union_oss", member_state_identification: "SE" });
      await commit(
        seller,
        sale(UNION),
        sale(UNION, { event_id: "two", supply_date: "2025-04-20" }),
      );
      const { late_changes } = await returnOf(seller, UNION, "2025-Q3");
      expect(late_changes.map((change) => change.original_period)).toEqual(["2025-Q1", "2025-Q2"]);
    },
  );

  itInTurn("may be a correction of an older one, and goes to that", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, openingPath(UNION, "2024-Q4"), totals({ filed_at: "2025-01-20" }));
    await recorded(seller, openingPath(UNION));
    const forgotten = { original_period: "2024-Q4", supply_date: "2025-02-10" };
    await commit(seller, refund(UNION, forgotten));
    expect((await returnOf(seller, UNION, "2025-Q2")).late_changes).toMatchObject([
      { original_period: "2024-Q4", vat_amount_minor: -190 },
    ]);
  });

  it("waits for the quarter after it while that is open", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, openingPath(UNION, "2024-Q4"), totals({ filed_at: "2025-01-20" }));
    await commit(seller, sale(UNION, { supply_date: "2024-12-30" }));
    expect((await returnOf(seller, UNION, "2025-Q1")).late_changes).toHaveLength(1);
    expect((await returnOf(seller, UNION, "2025-Q2")).late_changes).toEqual([]);
  });
});

it("an opening that comes after a lock moves what that lock left out into the next return", async () => {
  const seller = await sellerIn(UNION);
  await commit(seller, refund(UNION));
  expect((await lockReturn(seller, UNION, "2025-Q2")).status).toBe(201);
  expect((await returnOf(seller, UNION, "2025-Q3")).corrections).toEqual([]);
  await recorded(seller, openingPath(UNION, "2024-Q4"), totals({ filed_at: "2025-01-20" }));
  expect((await returnOf(seller, UNION, "2025-Q3")).corrections).toEqual([]);
  await recorded(seller, openingPath(UNION));
  expect((await returnOf(seller, UNION, "2025-Q3")).late_changes).toMatchObject([
    { original_period: "2025-Q1", vat_amount_minor: -190, event_count_difference: 1 },
  ]);
  expect((await lockReturn(seller, UNION, "2025-Q3")).status).toBe(201);
  expect((await returnOf(seller, UNION, "2025-Q4")).corrections).toEqual([]);
});
