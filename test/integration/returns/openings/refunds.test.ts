import { beforeAll, describe, expect, it } from "vitest";
import { requestRecount } from "../../../../shared/ledger/recount/recount.ts";
import type { FilingPrep } from "../../../../shared/returns/overview/schema.ts";
import { type Account, call } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { commit, committed, type Refusal, shown } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { eachNth } from "../../../stack/soak.ts";
import {
  CASES,
  lockReturn,
  openingPath,
  recorded,
  refund,
  register,
  returnOf,
  sellerIn,
  totals,
  UNION,
} from "./filed-elsewhere.ts";

const PATH = openingPath(UNION);

describe.each(eachNth(3, CASES))("a refund of what was filed elsewhere, $slug", (one) => {
  it("is a correction of its period in the next return, which is locked with it", async () => {
    const seller = await sellerIn(one);
    await recorded(seller, openingPath(one));
    const [item] = await committed(seller, refund(one) as never);
    expect(item).toMatchObject({ link_status: "by_period", treatment: one.scheme_type });
    expect((await shown(seller, "back")).body).toMatchObject({
      original_period: one.filed,
      link_status: "by_period",
      exclusion_code: null,
    });
    const correction = {
      original_period: one.filed,
      member_state_of_consumption: "DE",
      taxable_amount_minor: -1_000,
      vat_amount_minor: -190,
      event_count: 1,
    };
    const report = await returnOf(seller, one, one.next);
    expect(report).toMatchObject({ corrections: [correction], late_changes: [], warnings: [] });
    expect((await lockReturn(seller, one, one.next)).status).toBe(201);
    expect((await returnOf(seller, one, one.next)).corrections).toEqual([correction]);
  });

  it("is left out, and can be found, while no opening is recorded", async () => {
    const seller = await sellerIn(one);
    await committed(seller, refund(one) as never);
    const code = "correction_opening_missing_excluded";
    expect(await returnOf(seller, one, one.next)).toMatchObject({
      corrections: [],
      warnings: [{ code, count: 1 }],
    });
    for (const path of [
      `/v1/returns/${one.slug}/${one.next}/events?warning=${code}`,
      `/v1/supply-events?period=${one.next}&warning=${code}`,
    ]) {
      const { body } = await call(seller.readOnly, "GET", path);
      expect(body, path).toMatchObject({ items: [{ event_id: "back" }] });
    }
    await recorded(seller, openingPath(one));
    expect((await returnOf(seller, one, one.next)).corrections).toHaveLength(1);
    const sourceEventsPath = `/v1/returns/${one.slug}/${one.next}/events?original_period=${one.filed}&member_state_of_consumption=DE`;
    expect((await call(seller.readOnly, "GET", sourceEventsPath)).body).toMatchObject({
      items: [{ event_id: "back" }],
    });
    await call(seller.full, "POST", `${openingPath(one)}/withdrawal`);
    expect((await returnOf(seller, one, one.next)).warnings).toEqual([{ code, count: 1 }]);
  });
});

/*
 * By hand: the ECB's rates of 2025-03-31, the last day of 2025-Q1, are DKK 7.4613, SEK 10.849,
 * PLN 4.184; those of 2025-06-30 are others.
 */
describe("converts at the rates of the period that it corrects", () => {
  const CURRENCIES: readonly [string, string, string, [number, number]][] = [
    ["euro in a return in euro", "SE", "EUR", [-100_000, -19_000]],
    ["złoty: 1,000.00 / 4.184", "SE", "PLN", [-23_901, -4_541]],
    ["crowns in a return in crowns", "DK", "DKK", [-100_000, -19_000]],
    ["euro: 1,000.00 × 7.4613", "DK", "EUR", [-746_130, -141_765]],
    ["Swedish crowns: 1,000.00 / 10.849 × 7.4613", "DK", "SEK", [-68_774, -13_067]],
  ];

  it.for(eachNth(2, CURRENCIES))(
    "%s",
    async ([, state, currency, [taxable_amount_minor, vat_amount_minor]]) => {
      const seller = await sellerIn(UNION, state);
      const filed = state === "DK" ? "DKK" : "EUR";
      await recorded(seller, PATH, totals({ currency: filed }));
      const amounts = { taxable_amount_minor: 100_000, vat_amount_minor: 19_000 };
      await committed(seller, refund(UNION, { currency, ...amounts }) as never);
      const report = await returnOf(seller, UNION, "2025-Q2");
      expect(report.corrections).toMatchObject([
        { original_period: "2025-Q1", taxable_amount_minor, vat_amount_minor },
      ]);
      const used = report.exchange_rates.map((rate) => [rate.period, rate.date]);
      expect(used.every(([period, date]) => period === "2025-Q1" && date === "2025-03-31")).toBe(
        true,
      );
    },
  );
});

describe("an event that names a period", () => {
  let empty: Account;
  beforeAll(async () => {
    empty = await sellerIn(UNION);
  });

  it.for<[string, object, string]>([
    ["of no form", { original_period: "2025" }, "original_period"],
    ["that does not exist", { original_period: "2025-Q5" }, "original_period"],
    ["of its own", { original_period: "2025-Q2" }, "original_period"],
    ["to come", { original_period: "2025-Q3" }, "original_period"],
    ["of another kind", { original_period: "2025-02" }, "original_period"],
    ["and a sale", { original_event_id: "sale" }, "original_period"],
    ["and is a sale", { event_type: "sale", dispatch_country: "SE" }, "original_period"],
  ])("%s: 400", async ([, changes, field]) => {
    const { status, body } = await commit(empty, refund(UNION, changes));
    expect(status).toBe(400);
    const { details } = body as unknown as Refusal;
    expect(details?.map((detail) => detail.field)).toEqual([field]);
  });

  it("too long ago is kept, and goes to the Member State directly", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, openingPath(UNION, "2021-Q4"), totals({ filed_at: "2022-01-20" }));
    await committed(seller, refund(UNION, { original_period: "2021-Q4" }) as never);
    expect((await shown(seller, "back")).body).toMatchObject({
      link_status: "by_period",
      link_reason: "more than three years after the original return was due",
      exclusion_code: "correction_after_three_years_excluded",
      undeclared_reason: "after_three_years",
    });
    const overview = "/v1/compliance/overview?details=true";
    expect((await call(seller.readOnly, "GET", overview)).body).toMatchObject({
      direct_declarations: [
        { original_period: "2021-Q4", vat_amount_minor: -190, reason: "after_three_years" },
      ],
    });
  });

  it("may be a calculation that is committed", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, PATH);
    const { body } = await call(seller.full, "POST", "/v1/vat/calculate", {
      country: "DE",
      currency: "EUR",
      tax_class_id: "standard",
      gross_amount_minor: -1_190,
      price_includes_vat: true,
      transaction_date: UNION.nextDay,
    });
    const path = `/v1/transactions/${body["transaction_id"]}/commit`;
    const event = { event_id: "back", event_type: "refund", supply_kind: "goods" };
    const named = { ...event, original_period: "2025-Q1" };
    expect((await call(seller.full, "POST", path, named)).status).toBe(200);
    expect((await returnOf(seller, UNION, "2025-Q2")).corrections).toMatchObject([
      { original_period: "2025-Q1", vat_amount_minor: -190 },
    ]);
  });

  it("is left as it is by a recount", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, PATH);
    await committed(seller, refund(UNION) as never);
    const before = await returnOf(seller, UNION, "2025-Q2");
    await requestRecount(seller.account, Date.now());
    expect(await settleRecount(seller.account)).toMatchObject({ state: "done", moved: 0 });
    expect(await returnOf(seller, UNION, "2025-Q2")).toEqual(before);
    expect(await auditOf(seller.account)).toMatchObject({
      events: 1,
      differences: [],
      stale_links: [],
      stale_events: [],
    });
  });

  it("goes to the Member State itself after a move to another one", async () => {
    const seller = await sellerIn(UNION);
    await recorded(seller, PATH);
    const patch = { status: "ended", effective_to: "2025-03-31" };
    await call(seller.full, "PATCH", "/v1/tax-registrations/1", patch);
    await register(seller, {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: "2025-04-01",
    });
    await committed(seller, refund(UNION, { consumption_country: "FR" }) as never);
    expect(await returnOf(seller, UNION, "2025-Q2")).toMatchObject({
      corrections: [],
      warnings: [{ code: "correction_to_former_state_excluded", count: 1 }],
    });
  });
});

it("filing-prep tells when more is taken back than was filed elsewhere", async () => {
  const seller = await sellerIn(UNION);
  const corrections = [
    { original_period: "2024-Q4", member_state_of_consumption: "DE", vat_amount_minor: -60 },
  ];
  await recorded(seller, openingPath(UNION, "2024-Q4"), {
    currency: "EUR",
    filed_at: "2025-01-20",
    member_states: [
      { member_state_of_consumption: "DE", taxable_amount_minor: 1_000, vat_amount_minor: 200 },
    ],
  });
  await recorded(seller, PATH, { ...totals(), corrections });
  const prepared = async () => {
    const path = "/v1/reports/filing-prep?period=2025-Q2";
    return (await call<FilingPrep>(seller.readOnly, "GET", path)).body.union_oss;
  };
  const back = { original_period: "2024-Q4", taxable_amount_minor: 700, vat_amount_minor: 140 };
  await committed(seller, refund(UNION, back) as never);
  expect((await prepared()).corrections_below_zero).toEqual([]);
  await committed(
    seller,
    refund(UNION, { ...back, event_id: "more", vat_amount_minor: 1 }) as never,
  );
  expect((await prepared()).corrections_below_zero).toEqual([
    {
      original_period: "2024-Q4",
      member_state_of_consumption: "DE",
      declared_vat_minor: 140,
      correction_vat_minor: -141,
      resulting_vat_minor: -1,
      event_count: 2,
    },
  ]);
});
