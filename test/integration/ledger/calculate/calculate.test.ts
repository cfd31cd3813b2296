import { beforeAll, describe, expect, it } from "vitest";
import { RATES_SEEN_TO } from "../../../../shared/vat/reference-data/vat-rates.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { CALCULATE, calculate, calculated, makeCalculation } from "../../../stack/calculations.ts";

let account: Account;

beforeAll(async () => {
  account = await newAccount("calculator");
});

const amounts = (net: number, vat: number) => ({
  net_amount_minor: net,
  vat_amount_minor: vat,
  gross_amount_minor: net + vat,
});

describe("a calculation", () => {
  it("answers the whole transaction, which is kept", async () => {
    const answer = await calculate(account, makeCalculation(), { "X-Source-ID": "shop/de" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      transaction_id: expect.stringMatching(/^txn_[0-9a-z]{26}$/),
      created_at: expect.any(String),
      transaction_date: "2025-08-01",
      country: "DE",
      currency: "EUR",
      price_includes_vat: true,
      tax_class_id: "standard",
      vat_rate_bps: 1_900,
      rate_category: "standard",
      rates_version: expect.stringMatching(/^\d{4}-\d\d-\d\d\+\d+$/),
      rates_seen_to: null,
      currency_warning: null,
      ...amounts(10_000, 1_900),
      source_id: "shop/de",
      class_rate_bps: null,
      rate_note: null,
      lines: null,
      supply: null,
      taxed_in: null,
      treatment: null,
      treatment_reason: null,
      committed_event_id: null,
    });
    const path = `/v1/transactions/${answer.body.transaction_id}`;
    expect((await call(account.readOnly, "GET", path)).body).toEqual(answer.body);
  });

  it("of a day beyond the known rates says to which day they are known", async () => {
    const later = await calculated(account, { transaction_date: "2030-01-01" });
    expect(later).toMatchObject({ vat_rate_bps: 1_900, rates_seen_to: RATES_SEEN_TO });
  });

  it.for([
    ["HRK", "2022-12-31", null],
    ["HRK", "2023-01-01", "currency_replaced_by_euro"],
    ["BGN", "2025-12-31", null],
    ["BGN", "2026-01-01", "currency_replaced_by_euro"],
  ])(
    "in %s on %s has the warning of its currency: %s",
    async ([currency, transaction_date, currency_warning]) => {
      expect(await calculated(account, { currency, transaction_date })).toMatchObject({
        currency_warning,
      });
    },
  );

  it.for<[string, Record<string, unknown>, object]>([
    ["without VAT the amount is net", { price_includes_vat: false }, amounts(11_900, 2_261)],
    ["a credit", { gross_amount_minor: -11_900 }, amounts(-10_000, -1_900)],
    ["nothing", { gross_amount_minor: 0 }, amounts(0, 0)],
    ["a reduced class", { tax_class_id: "books" }, { vat_rate_bps: 700, rate_category: "reduced" }],
    [
      "an exempt class",
      { tax_class_id: "medical_dental" },
      { vat_rate_bps: 0, rate_category: "exempt", ...amounts(11_900, 0) },
    ],
    [
      "the caller's own rate",
      { tax_class_id: undefined, vat_rate_bps: 312 },
      { vat_rate_bps: 312, ...amounts(11_540, 360) },
    ],
    ["Greece as GR answers EL", { country: "GR" }, { country: "EL", vat_rate_bps: 2_400 }],
    ["Greece as EL", { country: "EL" }, { country: "EL", vat_rate_bps: 2_400 }],
    ["Monaco has the French rate", { country: "MC" }, { country: "MC", vat_rate_bps: 2_000 }],
    ["Northern Ireland", { country: "XI" }, { vat_rate_bps: 2_000 }],
    [
      "an own rate anywhere",
      { country: "CH", tax_class_id: undefined, vat_rate_bps: 810 },
      { vat_rate_bps: 810, rate_category: null },
    ],
    [
      "the day before a change",
      { country: "EE", transaction_date: "2025-06-30" },
      { vat_rate_bps: 2_200 },
    ],
    [
      "the day of a change",
      { country: "EE", transaction_date: "2025-07-01" },
      { vat_rate_bps: 2_400 },
    ],
    [
      "V04: a Portuguese child car seat (CIVA, Lista I, since 2009)",
      { country: "PT", tax_class_id: "children_car_seats", gross_amount_minor: 10_600 },
      { vat_rate_bps: 600, rate_category: "reduced", ...amounts(10_000, 600) },
    ],
    [
      "a German restaurant in its first year at 7 %",
      {
        tax_class_id: "food_restaurant",
        transaction_date: "2026-01-01",
        gross_amount_minor: 10_700,
      },
      { vat_rate_bps: 700, ...amounts(10_000, 700) },
    ],
    [
      "a Dutch hotel once its reduced rate has ended",
      {
        country: "NL",
        tax_class_id: "accommodation",
        transaction_date: "2026-01-01",
        gross_amount_minor: 12_100,
      },
      { vat_rate_bps: 2_100, ...amounts(10_000, 2_100) },
    ],
    [
      "a Danish book, whose VAT may have been abolished: the rate that is known",
      { country: "DK", tax_class_id: "books", transaction_date: "2026-09-01" },
      { vat_rate_bps: 2_500 },
    ],
    ["a day to come", { transaction_date: "2035-01-01" }, { vat_rate_bps: 1_900 }],
    [
      "the largest amount",
      { gross_amount_minor: 1_000_000_000_000 },
      amounts(840_336_134_454, 159_663_865_546),
    ],
  ])("%s", async ([, changes, expected]) => {
    expect(await calculated(account, changes)).toMatchObject(expected);
  });

  it.for<[string, number]>([
    ["JPY", 0],
    ["HUF", 2],
    ["EUR", 2],
    ["KWD", 3],
    ["CLF", 4],
  ])("in %s counts minor units, whatever their exponent, %s", async ([currency]) => {
    const inclusive = await calculated(account, { currency, gross_amount_minor: 9_999 });
    expect(inclusive).toMatchObject({ currency, ...amounts(8_403, 1_596) });
    const { net_amount_minor } = inclusive;
    const back = await calculated(account, {
      currency,
      gross_amount_minor: net_amount_minor,
      price_includes_vat: false,
    });
    expect(Math.abs(back.gross_amount_minor - 9_999)).toBeLessThanOrEqual(1);
  });

  it("is of today unless a day is given", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { transaction_date } = await calculated(account, { transaction_date: undefined });
    expect([today, new Date().toISOString().slice(0, 10)]).toContain(transaction_date);
  });

  it("needs a full key", async () => {
    const { status } = await call(account.readOnly, "POST", CALCULATE, makeCalculation());
    expect(status).toBe(403);
  });

  it("under an Idempotency-Key is made once", async () => {
    const send = () =>
      call(account.full, "POST", CALCULATE, makeCalculation(), { "Idempotency-Key": "order-7" });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
  });
});

describe("lines", () => {
  const line = (gross_amount_minor: number, more: object = { tax_class_id: "standard" }) => ({
    gross_amount_minor,
    ...more,
  });
  const NET = {
    tax_class_id: undefined,
    gross_amount_minor: undefined,
    price_includes_vat: false,
  };

  it("have rates of their own, with their part of the shipping, and add up", async () => {
    const answer = await calculated(account, {
      ...NET,
      shipping_amount_minor: 600,
      lines: [line(1_000, { line_id: "a", tax_class_id: "books" }), line(2_000)],
    });
    expect(answer).toMatchObject({
      vat_rate_bps: null,
      rate_category: null,
      ...amounts(3_600, 540),
      lines: [
        {
          line_id: "a",
          tax_class_id: "books",
          vat_rate_bps: 700,
          ...amounts(1_000, 70),
          shipping: amounts(200, 14),
        },
        { vat_rate_bps: 1_900, ...amounts(2_000, 380), shipping: amounts(400, 76) },
      ],
    });
    expect(answer).toHaveProperty("tax_class_id", null);
  });

  it("of one rate answer it", async () => {
    const answer = await calculated(account, { ...NET, lines: [line(1), line(2)] });
    expect(answer).toMatchObject({ vat_rate_bps: 1_900, tax_class_id: "standard" });
    expect(answer.lines?.[0]).toHaveProperty("shipping", null);
  });

  it("may be 200", async () => {
    const answer = await calculated(account, {
      ...NET,
      shipping_amount_minor: 199,
      lines: Array.from({ length: 200 }, () => line(333)),
    });
    expect(answer.lines).toHaveLength(200);
    expect(answer.net_amount_minor).toBe(200 * 333 + 199);
  });
});
