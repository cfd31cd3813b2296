import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { dueIn, isFinished } from "./due-day.ts";
import { dueReturns, isUndeclared, pageOf, returnName } from "./due-returns.ts";
import { nextStep, nextTask } from "./next-step.ts";
import { ReturnState } from "./return-state.tsx";

type ReturnsTableProps = {
  readonly returns: readonly DueReturn[];
  readonly today: string;
  /** False if nothing can be locked yet. */
  readonly hasTasks: boolean;
};

/** Lists the returns that are due: what to pay, what is open, how they stand, and the next step; finished ones are folded. */
export function ReturnsTable({ returns, today, hasTasks }: ReturnsTableProps) {
  const { say } = useReader();
  const columns = useColumns(returns, today);
  const due = dueReturns(returns);
  const finished = due.filter(isFinished);
  return (
    <Card title={say("nav.period")}>
      <DataTable
        caption={say("nav.period")}
        columns={columns.slice(0, hasTasks && hasFurtherTask(returns) ? undefined : -1)}
        rows={due.filter((dueReturn) => !isFinished(dueReturn))}
        keyOf={keyOf}
        empty={say(finished.length > 0 ? "due.allDone" : "due.none")}
      />
      {finished.length > 0 && (
        <details class="finished">
          <summary>{say.many("due.finished", finished.length)}</summary>
          <DataTable
            caption={say("due.finishedTitle")}
            // Nothing is open in them, and nothing is to do.
            columns={columns.filter((_, index) => index !== 3 && index !== 5)}
            rows={finished}
            keyOf={keyOf}
          />
        </details>
      )}
    </Card>
  );
}

/** True if a return beside the next one has a step to take: that of the next one stands above the table. */
const hasFurtherTask = (returns: readonly DueReturn[]): boolean =>
  dueReturns(returns).filter((dueReturn) => nextStep(dueReturn, returns).isTask).length > 1;

const keyOf = ({ scheme_type, period_key, registration_id }: DueReturn): string =>
  `${scheme_type} ${period_key} ${registration_id}`;

function useColumns(returns: readonly DueReturn[], today: string): Column<DueReturn>[] {
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
      cell: (dueReturn) => (
        <span>
          {format.day(dueReturn.filing_due_date)}
          <small class="why">{dueIn(dueReturn, today, words)}</small>
        </span>
      ),
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

/** Displays the next step of a return as a button; that of the first one is the primary one of the page, above. */
function NextButton({ one, all }: NextButtonProps) {
  const words = useReader();
  const { text, to, isTask } = nextStep(one, all);
  if (!isTask || one === nextTask(all)) return null;
  return (
    <a class="button small" href={addressOf(to)}>
      {words.say(text)}
      <span class="unseen"> {returnName(one, all, words).period}</span>
    </a>
  );
}
