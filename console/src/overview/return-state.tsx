import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";

export const LEVELS: Readonly<Record<DueReturn["state"], Level>> = {
  running: "info",
  open: "warn",
  locked: "warn",
  filed: "good",
  filed_elsewhere: "good",
};

type ReturnStateProps = { readonly one: Pick<DueReturn, "state" | "overdue" | "payment_status"> };

/** Displays how a return stands; past its due day that no filing is recorded, and of a filed one what was paid. */
export function ReturnState({ one: { state, overdue, payment_status } }: ReturnStateProps) {
  const { say } = useReader();
  const isLate = overdue && <Badge level="bad">{say("state.overdue")}</Badge>;
  if (isLate && state !== "locked") return isLate;
  return (
    <>
      <Badge level={LEVELS[state]}>{say(`state.${state}`)}</Badge> {isLate}
      {state === "filed" && payment_status && (
        <>
          {" "}
          <PaymentBadge status={payment_status} />
        </>
      )}
    </>
  );
}

type PaymentBadgeProps = { readonly status: NonNullable<DueReturn["payment_status"]> };

/** Displays what was paid of a filed return; nothing where nothing is due. */
export function PaymentBadge({ status }: PaymentBadgeProps) {
  const { say } = useReader();
  if (status === "nothing_due") return null;
  const isPaid = status === "paid" || status === "overpaid";
  return <Badge level={isPaid ? "good" : "warn"}>{say(`state.${status}`)}</Badge>;
}
