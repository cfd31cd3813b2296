import { expect, it } from "vitest";
import type { Correction, Original } from "../../../../shared/imports/formats/outcome.ts";
import { judgeSale } from "../../../../shared/imports/orders/judge.ts";
import { judgeRefund } from "../../../../shared/imports/orders/judge-refund.ts";
import { resolveRefunds } from "../../../../shared/imports/orders/resolve-refunds.ts";
import type { StatedRefund } from "../../../../shared/imports/orders/shop-order.ts";
import { JUDGED_FOR_DE, statedOrder, type TestLine } from "../../../make/stated-order.ts";

const correction = (draft: Partial<StatedRefund>): Correction => ({
  outcome: "correction",
  original_key: "7",
  draft: { order: "7", day: "2026-08-20", lines: [], ...draft },
  details: {},
});

const place = { country: "NL", postcode: "1012", column: "country" };
const saleOf = (lines: readonly TestLine[]): Original =>
  judgeSale(statedOrder(lines, { place }), JUDGED_FOR_DE).original ?? { left_out: true };

/** Rate, net amount and VAT that each refund gives back, or the reason why it gives nothing. */
const shown = (original: Original, refunds: readonly Partial<StatedRefund>[]) =>
  resolveRefunds(refunds.map(correction), original, ({ draft }, sale) =>
    judgeRefund(draft as StatedRefund, sale, JUDGED_FOR_DE),
  ).map((outcome) =>
    outcome.outcome === "event"
      ? outcome.events.map((event) => [
          event.vat_rate_bps,
          event.taxable_amount_minor,
          event.vat_amount_minor,
        ])
      : "reason" in outcome && outcome.reason,
  );

/** EUR 19.30: 17.71 with 1.59 at 9 %, rounded once. */
const ONE_RATE = saleOf([
  { net: "9.98", taxes: [[9, "0.90"]] },
  { net: "7.73", taxes: [[9, "0.69"]] },
]);
const LINE = { lines: [{ net: "9.98", vat: "0.90", taxes: [{ id: "tax of 9", amount: "0.90" }] }] };

it("the refund of the rest reverses what the others have left, to the cent", () => {
  // 8.42 / 1.09 = 7.725: alone it is split as 7.72 and 0.70.
  expect(shown(ONE_RATE, [{ id: "2", amount: "8.42" }])).toEqual([[[900, 772, 70]]]);
  const line = { id: "1", ...LINE };
  const both = [[[900, 773, 69]], [[900, 998, 90]]];
  expect(shown(ONE_RATE, [{ id: "2", amount: "8.42" }, line])).toEqual(both);
});

it("a refund that leaves something is split as it is alone", () => {
  const line = { id: "1", ...LINE };
  expect(shown(ONE_RATE, [{ id: "2", amount: "8.41" }, line])).toEqual([
    [[900, 772, 69]],
    [[900, 998, 90]],
  ]);
});

it("of several amounts the newest reverses the rest, whatever their order", () => {
  const first = { id: "9", amount: "8.42" };
  const second = { id: "10", amount: "10.88" };
  const [old, rest] = [[[900, 772, 70]], [[900, 999, 89]]];
  expect(shown(ONE_RATE, [first, second])).toEqual([old, rest]);
  expect(shown(ONE_RATE, [second, first])).toEqual([rest, old]);
});

it("two amounts of an order of two rates are questions, and one that is the rest is not", () => {
  const two = saleOf([
    { net: "23.60", taxes: [[21, "4.96"]] },
    { net: "9.95", taxes: [[9, "0.90"]] },
  ]);
  const asked = "refund_without_vat_split";
  const amounts = [{ amount: "10.00" }, { amount: "29.41" }];
  expect(shown(two, amounts)).toEqual([asked, asked]);
  const line = {
    lines: [{ net: "23.60", vat: "4.96", taxes: [{ id: "tax of 21", amount: "4.96" }] }],
  };
  expect(shown(two, [line, { amount: "10.85" }])).toEqual([
    [[2_100, 2_360, 496]],
    [[900, 995, 90]],
  ]);
});
