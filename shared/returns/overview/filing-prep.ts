import type { IsoDate, Period } from "../../core/calendar/dates.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import type { ProfileHistory } from "../../vat/seller/profile.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedPeriod, lockOfPreview, wholeReturn } from "../locks/return-view.ts";
import { lockWithExports } from "../locks/view.ts";
import type { OpenImportRows, UnregisteredSupplies } from "../schema.ts";
import type { WorkspaceSchemes } from "./load-workspaces.ts";
import { monthReturn, registrationSnapshot } from "./month-return.ts";
import { quarterOfMonths } from "./multi-jurisdiction.ts";
import { officialBasis } from "./official-basis.ts";
import { quarterReadiness } from "./quarter-readiness.ts";
import type { FilingPrep } from "./schema.ts";

/** The complete input of the filing preparation of a quarter and its months. */
export type FilingPrepInput = {
  readonly quarter: Period;
  readonly schemes: WorkspaceSchemes;
  readonly registrations: readonly Registration[];
  readonly profile: ProfileHistory;
  readonly union: ComputedPeriod;
  readonly months: readonly ComputedPeriod[];
  readonly supplies_without_registration: readonly UnregisteredSupplies[];
  readonly open_import_rows: readonly OpenImportRows[];
  readonly recount_pending: RecountPending | null;
};

/** Returns the information needed before filing a quarter in one scheme and its months in the other. */
export function filingPrep(input: FilingPrepInput, today: IsoDate): FilingPrep {
  const { quarter, schemes, registrations, profile, union, months, recount_pending } = input;
  const lock = union.compared?.lock;
  return {
    report_kind: "oss_ioss_filing_prep_workspace",
    period_key: quarter.key,
    recount_pending,
    registrations: registrationSnapshot(registrations, quarter, schemes, profile),
    union_oss: quarterReadiness(union.computed, today, lock !== undefined),
    ioss: quarterOfMonths(months.map((month) => monthReturn(month, today))),
    supplies_without_registration: [...input.supplies_without_registration],
    open_import_rows: [...input.open_import_rows],
    ...(lock ? { return_period: lockWithExports(lock) } : {}),
    lock: lockOfPreview(union.compared, wholeReturn),
    official_basis: officialBasis(),
  };
}
