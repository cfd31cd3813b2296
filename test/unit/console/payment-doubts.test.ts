import { expect, it } from "vitest";
import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { excessOf, paymentDoubts } from "../../../console/src/filing/payment-doubts.ts";

const NONE = { paid_minor: 0, outstanding_minor: 24_050 };
const PAID = { paid_minor: 24_050, outstanding_minor: 0 };

it.for([
  ["what is outstanding", NONE, NONE, 24_050, []],
  ["a part", NONE, NONE, 50, []],
  ["a reversal", PAID, PAID, -24_050, []],
  ["more than is outstanding", NONE, NONE, 24_051, ["payment.askMore"]],
  ["another payment of a paid return", PAID, PAID, 1, ["payment.askMore"]],
  [
    "what another window has recorded",
    NONE,
    PAID,
    24_050,
    ["payment.askChanged", "payment.askMore"],
  ],
  [
    "a part, while another window has recorded one",
    NONE,
    { paid_minor: 50, outstanding_minor: 24_000 },
    50,
    ["payment.askChanged"],
  ],
] as const)("%s is asked about as it must be", ([, shown, now, amount, asked]) => {
  expect(paymentDoubts(shown, now, amount).map(([key]) => key)).toEqual(asked);
});

it("what was paid too much is what exceeds the payable VAT", () => {
  const excess = (paid_minor: number, payable_vat_minor: number) =>
    excessOf({ paid_minor, payable_vat_minor } as ReturnPayment);
  expect([excess(999_999, 12_512), excess(12_512, 12_512), excess(0, 0)]).toEqual([987_487, 0, 0]);
});
