import type { Board } from "../../../client/src/eu-vat-client.ts";
import { usePrintedMargin, usePrintedSignature } from "../parts/printed-pages.ts";
import { useReader } from "../session/console-context.ts";
import { intermediaryOf } from "./board-view.ts";

type IntermediaryDueProps = {
  /** The key of the intermediary. */
  readonly of: string;
  readonly due: Board["intermediaries"];
};

/** Says what an intermediary owes its Member State for each month, and that each return is filed and paid alone. */
export function IntermediaryDue({ of, due }: IntermediaryDueProps) {
  const { say, format } = useReader();
  usePrintedMargin("number", of);
  usePrintedSignature({});
  const own = due.filter((one) => intermediaryOf(one) === of);
  return (
    <>
      <p>
        <strong>
          <bdi>{of}</bdi>
        </strong>
      </p>
      <ul>
        {own.map((sum) => (
          <li key={`${sum.period_key} ${sum.return_currency}`}>
            {say(sum.return_currency ? "board.dueTo" : "board.dueUnknown", {
              state: format.country(sum.member_state_identification),
              period: format.period(sum.period_key),
              day: format.day(sum.filing_due_date),
              amount: sum.return_currency
                ? format.amount(sum.outstanding_minor, sum.return_currency)
                : "",
              returns: say.many("board.returns", sum.returns),
            })}
            {sum.open_returns > 0 && ` ${say.many("board.mayChange", sum.open_returns)}`}
            {sum.returns_without_amount > 0 &&
              ` ${say.many("board.withoutAmount", sum.returns_without_amount)}`}
          </li>
        ))}
      </ul>
      <p class="muted">{say("board.eachAlone")}</p>
    </>
  );
}
