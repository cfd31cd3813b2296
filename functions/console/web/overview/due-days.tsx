import type { DueReturn } from "../../../../client/src/eu-vat-client.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { dueReturns, pageOf, returnName } from "./due-returns.ts";

const LEVELS: Readonly<Record<DueReturn["state"], Level>> = {
  running: "info",
  open: "warn",
  locked: "warn",
  filed: "good",
  filed_elsewhere: "good",
};

/** Lists the due day of each return for filing and payment. */
export function DueDays({ returns }: { readonly returns: readonly DueReturn[] }) {
  const words = useReader();
  const { say, format } = words;
  const columns: Column<DueReturn>[] = [
    {
      head: say("due.return"),
      cell: (one) => {
        const { scheme, period } = returnName(one, returns, words);
        return (
          <a href={addressOf(pageOf("period", one, returns))}>
            {scheme}, {period}
          </a>
        );
      },
    },
    { head: say("due.day"), cell: (one) => format.day(one.filing_due_date) },
    {
      head: say("due.state"),
      cell: ({ state, overdue }) =>
        overdue ? (
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
        rows={dueReturns(returns)}
        keyOf={(one) => `${one.scheme_type} ${one.period_key} ${one.registration_id}`}
        empty={say("due.none")}
      />
    </Card>
  );
}
