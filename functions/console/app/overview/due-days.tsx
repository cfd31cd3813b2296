import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { type DueReturn, dueReturns } from "./due-returns.ts";
import type { OverviewFacts } from "./load-overview.ts";

const LEVELS: Readonly<Record<DueReturn["state"], Level>> = {
  running: "info",
  open: "warn",
  locked: "warn",
  filed: "good",
};

/** Until when each return is to be filed and paid. */
export function DueDays({ facts }: { readonly facts: OverviewFacts }) {
  const { say, format } = useReader();
  const columns: Column<DueReturn>[] = [
    {
      head: say("due.return"),
      cell: ({ scheme, period }) => (
        <a href={addressOf({ name: "period", scheme, period })}>
          {say(`scheme.${scheme}`)}, {format.period(period)}
        </a>
      ),
    },
    { head: say("due.day"), cell: ({ due }) => format.day(due) },
    {
      head: say("due.state"),
      cell: ({ state, isOverdue }) =>
        isOverdue ? (
          <Badge level="bad">{say("state.overdue")}</Badge>
        ) : (
          <Badge level={LEVELS[state]}>{say(`state.${state}`)}</Badge>
        ),
    },
  ];
  return (
    <Card title={say("due.title")}>
      <DataTable
        caption={say("due.title")}
        columns={columns}
        rows={dueReturns(facts)}
        keyOf={({ scheme, period }) => `${scheme} ${period}`}
        empty={say("due.none")}
      />
    </Card>
  );
}
