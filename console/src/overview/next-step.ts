import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import type { Page } from "../shell/page.ts";
import type { TextKey } from "../texts/en.ts";
import { pageOf } from "./due-returns.ts";

type NextStep = {
  readonly text: TextKey;
  readonly to: Page;
  /** True if somebody has to do it. */
  readonly isTask: boolean;
};

export function nextStep(dueReturn: DueReturn, all: readonly DueReturn[]): NextStep {
  const filing = pageOf("filing", dueReturn, all);
  if (dueReturn.state === "locked") return { text: "bar.locked", to: filing, isTask: true };
  if (dueReturn.state !== "open") {
    return { text: "next.look", to: pageOf("period", dueReturn, all), isTask: false };
  }
  if (dueReturn.waiting_event_count)
    return { text: "next.review", to: { name: "review" }, isTask: true };
  return dueReturn.filing_status === "review_required"
    ? { text: "next.check", to: filing, isTask: true }
    : { text: "nav.filing", to: filing, isTask: true };
}
