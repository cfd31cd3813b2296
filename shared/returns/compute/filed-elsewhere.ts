import type { Period } from "../../core/calendar/period.ts";
import type { WarningCode } from "../../vat/schemes/warnings.ts";
import type { Coverage } from "./coverage.ts";

/** A return that was filed elsewhere, as far as corrections have to know of it. */
export type FiledElsewhere = {
  readonly period_key: string;
  readonly registration_id: number;
  readonly member_state_identification: string;
};

/** What is known of such returns of a scheme, and who makes the return that is looked at. */
type Known = { readonly openings: readonly FiledElsewhere[]; readonly coverage: Coverage };

/**
 * Why a correction that names its period alone repairs nothing in this return: nobody has recorded that
 * a return of the period was filed, or it was filed with a former Member State of identification, and
 * goes straight to the Member State of consumption (Art. 61a(1) CIR 282/2011).
 */
export function openingExclusion(
  original_period: string,
  { openings, coverage }: Known,
): WarningCode | undefined {
  const filed = openings.filter(({ period_key }) => period_key === original_period);
  if (filed.length === 0 || coverage.status !== "covered") {
    return "correction_opening_missing_excluded";
  }
  const { member_state_identification } = coverage.registration;
  return filed.some((one) => one.member_state_identification === member_state_identification)
    ? undefined
    : "correction_to_former_state_excluded";
}

/** Whether the return of the period itself was filed elsewhere. */
export const isFiledElsewhere = ({
  openings,
  coverage,
  period,
}: Known & { readonly period: Period }): boolean =>
  coverage.status === "covered" &&
  openings.some(
    ({ period_key, registration_id }) =>
      period_key === period.key && registration_id === coverage.registration.id,
  );
