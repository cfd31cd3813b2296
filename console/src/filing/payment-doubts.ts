import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";

type Paid = Pick<ReturnPayment, "paid_minor" | "outstanding_minor">;

type Doubt = readonly [
  key: "payment.askChanged" | "payment.askMore",
  values: readonly (readonly [name: string, minor: number])[],
];

/** Returns why a payment may be one too many: others were recorded since, or it is more than is outstanding. */
export function paymentDoubts(shown: Paid, now: Paid, amount_minor: number): Doubt[] {
  const excess = amount_minor - now.outstanding_minor;
  const outstanding = ["outstanding", now.outstanding_minor] as const;
  return [
    ...(now.paid_minor === shown.paid_minor
      ? []
      : ([["payment.askChanged", [["paid", now.paid_minor], outstanding]]] as const)),
    ...(amount_minor > 0 && excess > 0
      ? ([["payment.askMore", [outstanding, ["excess", excess]]]] as const)
      : []),
  ];
}

/** Returns by how much more was paid than the return declares; zero if it is not. */
export const excessOf = ({ paid_minor, payable_vat_minor }: ReturnPayment): number =>
  Math.max(0, paid_minor - Math.max(0, payable_vat_minor));
