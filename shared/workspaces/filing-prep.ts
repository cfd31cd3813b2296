import type { IsoDate } from "../calendar/iso-date.ts";
import type { Quarter } from "../calendar/quarter.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { shownWithExports } from "../locks/shown.ts";
import type { Registration } from "../registrations/registration.ts";
import { type ImportMonthInput, importMonth } from "../returns/month-report.ts";
import { type UnionReportInput, unionPreview } from "../returns/preview.ts";
import { importQuarter } from "../returns/quarter-report.ts";
import type { FilingPrep } from "./filing-prep-schema.ts";
import { officialBasis } from "./official-basis.ts";
import { registrationSnapshot } from "./registration-snapshot.ts";
import type { UnionPart } from "./union-part.ts";
import { unionReadiness } from "./union-readiness.ts";

/** Everything that the filing of a quarter and of its months is prepared with. */
export type FilingPrepInput = {
  readonly quarter: Quarter;
  readonly registrations: readonly Registration[];
  readonly union: UnionPart;
  /** The Union returns from the oldest quarter that this one takes VAT back from. */
  readonly earlier: readonly UnionReportInput[];
  readonly months: readonly ImportMonthInput[];
  readonly lock: LockedPeriod | undefined;
};

/** What there is to know before filing a quarter in the Union scheme and its months in the import scheme. */
export function filingPrep(input: FilingPrepInput, today: IsoDate): FilingPrep {
  const { quarter, registrations, union, months, lock } = input;
  const earlier = input.earlier.map(unionPreview);
  return {
    report_kind: "oss_ioss_filing_prep_workspace",
    period_key: quarter.key,
    registrations: registrationSnapshot(registrations, quarter),
    union_oss: unionReadiness(union, quarter, today, earlier),
    ioss: importQuarter(months.map((month) => importMonth(month, today))),
    ...(lock ? { return_period: shownWithExports(lock) } : {}),
    official_basis: officialBasis(),
  };
}
