import type { BoardRow, BulkRequest } from "../../../client/src/eu-vat-client.ts";
import { BankAccount, holderIn } from "../filing/bank-account.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useReader } from "../session/console-context.ts";
import { rowsFor } from "./bulk-request.ts";

type Payments = NonNullable<BulkRequest["payments"]>;

/** Returns the chosen returns that a payment order is for: those whose files are made, with something to pay. */
export const toPay = (rows: readonly BoardRow[]): BoardRow[] =>
  rowsFor("pay", rowsFor("download", rows)).filter((row) => (row.payable_vat_minor ?? 0) > 0);

type PaymentOrderProps = {
  readonly rows: readonly BoardRow[];
  readonly onClose: () => void;
  readonly onOrder: (payments: Payments) => Promise<void>;
};

/** Asks for the account that pays, and for that of each Member State to which the chosen returns are paid. */
export function PaymentOrder({ rows, onClose, onOrder }: PaymentOrderProps) {
  const { say, format } = useReader();
  const states = [...new Set(toPay(rows).map((row) => row.member_state_identification))].sort();
  const order = (typed: FormData) =>
    onOrder({
      debtor: holderIn(typed, "debtor"),
      creditors: states.map((state, n) => ({
        ...holderIn(typed, `creditors.${n}`),
        member_state: state as Payments["creditors"][number]["member_state"],
      })),
    });
  return (
    <Dialog title={say("payment.order")} onClose={onClose}>
      <ActionForm button={say("payment.orderMany")} send={order}>
        <p class="muted">{say("payment.keptAWeek")}</p>
        <BankAccount legend={say("payment.account.debtorOfMany")} of="debtor" isRequired />
        {states.map((state, n) => (
          <BankAccount
            key={state}
            legend={say("payment.account.creditorOf", { state: format.country(state) })}
            of={`creditors.${n}`}
            isRequired
          />
        ))}
      </ActionForm>
    </Dialog>
  );
}
