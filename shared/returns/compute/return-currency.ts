import type { Period } from "../../core/calendar/period.ts";
import { filingCurrencyOn } from "../../vat/reference-data/member-states.ts";
import type { Coverage } from "./coverage.ts";

/** Returns the currency of the period's return; undefined if no registration makes it, or several do. */
export const returnCurrencyOf = ({
  coverage,
  period,
}: {
  readonly coverage: Coverage;
  readonly period: Period;
}): string | undefined =>
  coverage.status === "covered"
    ? filingCurrencyOn(coverage.registration.member_state_identification, period.lastDay)
    : undefined;
