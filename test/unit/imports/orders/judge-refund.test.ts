import { describe, expect, it } from "vitest";
import type { Original } from "../../../../shared/imports/formats/outcome.ts";
import { judgeSale } from "../../../../shared/imports/orders/judge.ts";
import { afterRefund, judgeRefund } from "../../../../shared/imports/orders/judge-refund.ts";
import type { StatedRefund } from "../../../../shared/imports/orders/shop-order.ts";
import { JUDGED_FOR_DE, statedOrder, type TestLine } from "../../../make/stated-order.ts";

const NL = { place: { country: "NL", postcode: "1012", column: "country" } };

/** EUR 85.00 of goods to France with 17.00 VAT, in two lines of 80.00 and 5.00. */
const ONE_RATE: readonly TestLine[] = [
  { net: "80.00", taxes: [[20, "16.00"]] },
  { net: "5.00", taxes: [[20, "1.00"]] },
];
/** EUR 39.41 to the Netherlands: 23.60 + 4.96 at 21 %, and 9.95 + 0.90 at 9 %. */
const TWO_RATES: readonly TestLine[] = [
  { net: "23.60", taxes: [[21, "4.96"]] },
  { net: "9.95", taxes: [[9, "0.90"]] },
];

const original = (lines: readonly TestLine[], of = {}): Original =>
  judgeSale(statedOrder(lines, of), JUDGED_FOR_DE).original ?? { left_out: true };

const refunded = (of: Partial<StatedRefund>, sale: Original | undefined) =>
  judgeRefund({ id: "9", order: "7", day: "2026-08-20", lines: [], ...of }, sale, JUDGED_FOR_DE);

function shown(outcome: ReturnType<typeof judgeRefund>): unknown {
  if (outcome.outcome !== "event") return "reason" in outcome ? outcome.reason : "rejected";
  const sums = outcome.events.map((event) => [
    event.vat_rate_bps,
    event.taxable_amount_minor,
    event.vat_amount_minor,
  ]);
  return outcome.findings.length > 0 ? [...sums, ...outcome.findings] : sums;
}

const at = (id: string, net: string, vat: string, line?: string) => ({
  ...(line && { line }),
  net,
  vat,
  taxes: [{ id: `tax of ${id}`, amount: vat }],
});

describe("a refund of an order of one rate", () => {
  it.for<[what: string, refund: Partial<StatedRefund>, expected: unknown]>([
    ["by lines", { lines: [at("20", "80.00", "16.00")] }, [[2_000, 8_000, 1_600]]],
    ["by an amount", { amount: "12.00" }, [[2_000, 1_000, 200], "vat_derived"]],
    ["of everything", { amount: "102.00" }, [[2_000, 8_500, 1_700]]],
    ["of more than was paid", { amount: "102.01" }, "refund_without_vat_split"],
    ["of nothing", { amount: "0.00" }, "goods_return_without_money"],
    [
      // 96.00 less 10.00 that was kept: 86.00 / 1.2.
      "by a line with money kept",
      { lines: [at("20", "80.00", "16.00")], amount: "86.00" },
      [[2_000, 7_167, 1_433], "vat_derived"],
    ],
    [
      "by a line, a cent off",
      { lines: [at("20", "80.00", "16.00")], amount: "95.99" },
      [[2_000, 7_999, 1_600]],
    ],
    [
      // 16.80 / 1.2 = 14.00.
      "by a line without its VAT",
      { lines: [{ line: "line 1", net: "16.80", vat: "0.00" }], amount: "16.80" },
      [[2_000, 1_400, 280], "vat_derived"],
    ],
    [
      // 16.80 + 3.528, at 20 %: 20.33 / 1.2.
      "by a tax that the order has no longer",
      { lines: [at("21", "16.80", "3.53", "line 1")], amount: "20.33" },
      [[2_000, 1_694, 339], "vat_derived"],
    ],
    [
      "with VAT that a shop always states wrongly",
      { lines: [{ net: "5.00", vat: "0.40", isVatStated: true }] },
      "refund_without_vat_split",
    ],
    [
      "of net or gross, as the rate says",
      { lines: [{ net: "96.00", vat: "16.00", mayBeGross: true, isVatStated: true }] },
      [[2_000, 8_000, 1_600]],
    ],
  ])("%s", ([, refund, expected]) => {
    expect(shown(refunded(refund, original(ONE_RATE)))).toEqual(expected);
  });
});

describe("a refund of an order of two rates", () => {
  it.for<[what: string, refund: Partial<StatedRefund>, expected: unknown]>([
    [
      "of everything",
      { amount: "39.41" },
      [
        [2_100, 2_360, 496],
        [900, 995, 90],
      ],
    ],
    ["by an amount", { amount: "5.00" }, "refund_without_vat_split"],
    ["by a line of one of them", { lines: [at("9", "9.95", "0.90")] }, [[900, 995, 90]]],
    [
      "by the line alone",
      { lines: [{ line: "line 2", net: "4.00", vat: "0.36" }] },
      [[900, 400, 36]],
    ],
    [
      "by a line with money kept",
      { lines: [at("9", "9.95", "0.90")], amount: "5.45" },
      [[900, 500, 45], "vat_derived"],
    ],
    [
      // 0.21 / 21 % = 1.00; 0.09 / 9 % = 1.00.
      "by a line that both tax",
      {
        lines: [
          {
            net: "2.00",
            vat: "0.30",
            taxes: [
              { id: "tax of 21", amount: "0.21" },
              { id: "tax of 9", amount: "0.09" },
            ],
          },
        ],
      },
      [
        [2_100, 100, 21],
        [900, 100, 9],
      ],
    ],
  ])("%s", ([, refund, expected]) => {
    expect(shown(refunded(refund, original(TWO_RATES, NL)))).toEqual(expected);
  });

  it("that has no rate says country and amount", () => {
    expect(refunded({ amount: "5.00" }, original(TWO_RATES, NL))).toMatchObject({
      details: { order: "7" },
      facts: { country: "NL", currency: "EUR", gross_minor: -500 },
    });
  });
});

it("two refunds of halves reverse everything that stands, to the cent", () => {
  const sale = original([{ net: "8.34", taxes: [[20, "1.67"]] }]);
  const first = refunded({ id: "1", amount: "5.00" }, sale);
  const second = refunded({ id: "2", amount: "5.01" }, afterRefund(sale, first));
  expect([shown(first), shown(second)]).toEqual([
    [[2_000, 417, 83], "vat_derived"],
    [[2_000, 417, 84]],
  ]);
});

it.for<[what: string, sale: Original | undefined, expected: unknown]>([
  ["that is not known", undefined, "original_not_found"],
  ["that was left out", { left_out: true }, "original_left_out"],
  [
    "that an older version stored, without what stands",
    {
      parts: [
        {
          event_id: "shop:7:goods:2000" as never,
          supply_kind: "goods",
          consumption_country: "FR",
          currency: "EUR",
          vat_rate_bps: 2_000,
          rate_category: "standard",
          rate_ids: [5],
        },
      ],
    },
    [[2_000, 8_500, 1_700], "vat_derived"],
  ],
])("a refund of a sale %s", ([, sale, expected]) => {
  expect(shown(refunded({ amount: "102.00" }, sale))).toEqual(expected);
});

it("a refund of a line that was left out is left out", () => {
  const tip: TestLine = { net: "5.00", of: { role: "tip" } };
  const lines = [{ line: "line 3", net: "5.00", vat: "0.00" }];
  expect(shown(refunded({ lines, amount: "5.00" }, original([...ONE_RATE, tip])))).toBe(
    "original_left_out",
  );
});
