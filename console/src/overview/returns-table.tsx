import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { dueReturns, isUndeclared, pageOf, returnName } from "./due-returns.ts";
import { nextStep } from "./next-step.ts";
import { ReturnState } from "./return-state.tsx";

type ReturnsTableProps = {
  readonly returns: readonly DueReturn[];
  /** False if nothing can be locked yet. */
  readonly hasTasks: boolean;
};

/** Lists the returns that are due: what to pay, what is open, how they stand, and the next step. */
export function ReturnsTable({ returns, hasTasks }: ReturnsTableProps) {
  const { say } = useReader();
  return (
    <Card title={say("nav.period")}>
      <DataTable
        caption={say("nav.period")}
        columns={useColumns(returns).slice(0, hasTasks ? undefined : -1)}
        rows={dueReturns(returns)}
        keyOf={(dueReturn) =>
          `${dueReturn.scheme_type} ${dueReturn.period_key} ${dueReturn.registration_id}`
        }
        empty={say("due.none")}
      />
    </Card>
  );
}

function useColumns(returns: readonly DueReturn[]): Column<DueReturn>[] {
  const words = useReader();
  const { say, format } = words;
  return [
    {
      head: say("due.return"),
      cell: (dueReturn) => {
        const { scheme, period } = returnName(dueReturn, returns, words);
        return (
          <a href={addressOf(pageOf("period", dueReturn, returns))}>
            {period}, {scheme}
          </a>
        );
      },
    },
    {
      head: say("due.day"),
      inOneLine: true,
      sortBy: (dueReturn) => dueReturn.filing_due_date,
      cell: (dueReturn) => format.day(dueReturn.filing_due_date),
    },
    {
      head: say("standing.payable"),
      figure: true,
      sortBy: (dueReturn) => dueReturn.payable_vat_minor ?? 0,
      cell: ({ payable_vat_minor: vat, return_currency: currency }) =>
        vat === null || currency === null ? "" : format.amount(vat, currency),
    },
    figureColumn(say("due.questions"), ({ open_question_count: count, ...dueReturn }) =>
      count && isUndeclared(dueReturn) ? format.count(count) : "",
    ),
    { head: say("due.state"), cell: (dueReturn) => <ReturnState one={dueReturn} /> },
    { head: say("due.next"), cell: (dueReturn) => <NextButton one={dueReturn} all={returns} /> },
  ];
}

type NextButtonProps = { readonly one: DueReturn; readonly all: readonly DueReturn[] };

/** Displays the next step of a return as a button; that of the most urgent return is the primary one. */
function NextButton({ one, all }: NextButtonProps) {
  const words = useReader();
  const { text, to, isTask } = nextStep(one, all);
  if (!isTask) return null;
  const isFirst = one === dueReturns(all).find((other) => nextStep(other, all).isTask);
  return (
    <a class={isFirst ? "button small primary" : "button small"} href={addressOf(to)}>
      {words.say(text)}
      <span class="unseen"> {returnName(one, all, words).period}</span>
    </a>
  );
}
