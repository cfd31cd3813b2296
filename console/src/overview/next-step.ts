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

export function nextStep(one: DueReturn, all: readonly DueReturn[]): NextStep {
  const filing = pageOf("filing", one, all);
  if (one.state === "locked") return { text: "next.file", to: filing, isTask: true };
  if (one.state !== "open") {
    return { text: "next.look", to: pageOf("period", one, all), isTask: false };
  }
  if (one.waiting_event_count) return { text: "next.review", to: { name: "review" }, isTask: true };
  return one.filing_status === "review_required"
    ? { text: "next.check", to: filing, isTask: true }
    : { text: "next.lock", to: filing, isTask: true };
}
