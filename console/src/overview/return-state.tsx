import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";

const LEVELS: Readonly<Record<DueReturn["state"], Level>> = {
  running: "info",
  open: "warn",
  locked: "warn",
  filed: "good",
  filed_elsewhere: "good",
};

type ReturnStateProps = { readonly one: Pick<DueReturn, "state" | "overdue" | "payment_status"> };

/** Displays how a return stands, overdue above everything else, and of a filed one what was paid. */
export function ReturnState({ one: { state, overdue, payment_status } }: ReturnStateProps) {
  const { say } = useReader();
  if (overdue) return <Badge level="bad">{say("state.overdue")}</Badge>;
  const isPaid = payment_status === "paid" || payment_status === "overpaid";
  const isToPay = payment_status === "unpaid" || payment_status === "part_paid";
  return (
    <>
      <Badge level={LEVELS[state]}>{say(`state.${state}`)}</Badge>
      {state === "filed" && (isPaid || isToPay) && (
        <>
          {" "}
          <Badge level={isPaid ? "good" : "warn"}>{say(`state.${payment_status}`)}</Badge>
        </>
      )}
    </>
  );
}
