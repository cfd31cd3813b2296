import type { DueReturn } from "../../../../client/src/eu-vat-client.ts";
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

type ReturnStateProps = { readonly one: Pick<DueReturn, "state" | "overdue"> };

/** Displays how a return stands: overdue above everything else. */
export function ReturnState({ one: { state, overdue } }: ReturnStateProps) {
  const { say } = useReader();
  return overdue ? (
    <Badge level="bad">{say("state.overdue")}</Badge>
  ) : (
    <Badge level={LEVELS[state]}>{say(`state.${state}`)}</Badge>
  );
}
