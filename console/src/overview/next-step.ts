import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { answerOf } from "../questions/question.ts";
import { addressOf, type Page } from "../shell/page.ts";
import type { TextKey } from "../texts/en.ts";
import { isPaymentLate } from "./due-day.ts";
import { dueReturns, isUndeclared, pageOf, placeOf } from "./due-returns.ts";

type NextStep = {
  readonly text: TextKey;
  readonly to: Page;
  /** True if somebody has to do it. */
  readonly isTask: boolean;
};

/** Returns the pages on which the open questions of a return are answered. */
function answersTo(dueReturn: DueReturn, all: readonly DueReturn[]): Page[] {
  const pages = (dueReturn.open_questions ?? []).map(
    (question) => answerOf(question, placeOf(dueReturn, all)).to,
  );
  return [...new Map(pages.map((page) => [addressOf(page), page])).values()];
}

/** Returns the next step of a return: the page that answers all of its open questions, if there is one, comes first. */
export function nextStep(dueReturn: DueReturn, all: readonly DueReturn[]): NextStep {
  const filing = pageOf("filing", dueReturn, all);
  if (dueReturn.state === "locked") return { text: "bar.locked", to: filing, isTask: true };
  if (dueReturn.state !== "open") {
    return { text: "next.look", to: pageOf("period", dueReturn, all), isTask: false };
  }
  const [answer, ...others] = answersTo(dueReturn, all);
  if (answer && others.length === 0) return { text: "next.review", to: answer, isTask: true };
  return answer || dueReturn.filing_status === "review_required"
    ? { text: "next.check", to: filing, isTask: true }
    : { text: "nav.filing", to: filing, isTask: true };
}

/** Returns the return that is not filed whose due day comes first, and what is said of it after another one is done. */
export function afterDone(returns: readonly DueReturn[]) {
  const [next] = returns
    .filter((dueReturn) => isUndeclared(dueReturn) || dueReturn.state === "locked")
    .sort((one, other) => (one.filing_due_date < other.filing_due_date ? -1 : 1));
  if (!next) return undefined;
  return next.overdue
    ? ({ next, level: "warn", text: "filing.doneButOverdue" } as const)
    : ({ next, level: "good", text: "filing.allDoneUntil" } as const);
}

/** Returns the return that has to be done next; undefined where none waits. */
export const nextTask = (returns: readonly DueReturn[]): DueReturn | undefined =>
  dueReturns(returns).find((dueReturn) => nextStep(dueReturn, returns).isTask);

/** Returns the title of the card of the next return: a payment that is late is something to do, although nothing is to be filed. */
export function titleOf(shown: DueReturn, today: string, task: DueReturn | undefined) {
  if (task) return "due.nextReturn";
  return isPaymentLate(shown, today) ? "due.toPay" : "due.nothing";
}
