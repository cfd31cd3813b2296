import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { dueIn, isFinished } from "./due-day.ts";
import { dueReturns, pageOf, returnName } from "./due-returns.ts";
import { nextStep, nextTask, titleOf } from "./next-step.ts";

type NextReturnProps = { readonly returns: readonly DueReturn[]; readonly today: string };

/** Displays the return that is due next, in days and money, with the one thing to do; or that nothing is to do. */
export function NextReturn({ returns, today }: NextReturnProps) {
  const words = useReader();
  const { say, format } = words;
  const task = nextTask(returns);
  const shown = task ?? dueReturns(returns).find((dueReturn) => !isFinished(dueReturn));
  if (!shown) return null;
  const { scheme, period } = returnName(shown, returns, words);
  const { payable_vat_minor: vat, return_currency: currency } = shown;
  const step = nextStep(shown, returns);
  return (
    <Card title={say(titleOf(shown, today, task))}>
      <div class="next-return">
        <p>
          <a href={addressOf(pageOf("period", shown, returns))}>
            {period}, {scheme}
          </a>
          <strong>{vat === null || currency === null ? "" : format.amount(vat, currency)}</strong>
        </p>
        <p>
          <span class="muted">
            {say("due.day")} {format.day(shown.filing_due_date)}
          </span>
          <strong>{dueIn(shown, today, words)}</strong>
        </p>
        {task && (
          <a class="button primary" href={addressOf(step.to)}>
            {say(step.text)}
            <span class="unseen"> {period}</span>
          </a>
        )}
      </div>
    </Card>
  );
}
