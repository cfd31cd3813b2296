import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import type { RecountPending } from "../../ledger/recount/recount-view.ts";
import type { ProfileHistory } from "../../vat/seller/profile.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import type { OpenImportRows } from "../load/load-open-import-rows.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { lockWithExports } from "../locks/view.ts";
import type { UnregisteredSupplies } from "../schema.ts";
import { monthReturn } from "./month-return.ts";
import { monthsTogether } from "./multi-jurisdiction.ts";
import { officialBasis } from "./official-basis.ts";
import { quarterReadiness } from "./quarter-readiness.ts";
import { registrationSnapshot } from "./registration-snapshot.ts";
import type { FilingPrep } from "./schema.ts";
import type { WorkspaceSchemes } from "./workspace-schemes.ts";

/** The complete input of the filing preparation of a quarter and its months. */
export type FilingPrepInput = {
  readonly quarter: Period;
  readonly schemes: WorkspaceSchemes;
  readonly registrations: readonly Registration[];
  readonly profile: ProfileHistory;
  readonly drawn: ComputedReturn;
  readonly months: readonly ComputedReturn[];
  readonly lock: LockedPeriod | undefined;
  readonly supplies_without_registration: readonly UnregisteredSupplies[];
  readonly open_import_rows: readonly OpenImportRows[];
  readonly recount_pending: RecountPending | null;
};

/** Returns the information needed before filing a quarter in one scheme and its months in the other. */
export function filingPrep(input: FilingPrepInput, today: IsoDate): FilingPrep {
  const { quarter, schemes, registrations, profile, drawn, months, lock, recount_pending } = input;
  return {
    report_kind: "oss_ioss_filing_prep_workspace",
    period_key: quarter.key,
    recount_pending,
    registrations: registrationSnapshot(registrations, quarter, schemes, profile),
    union_oss: quarterReadiness(drawn, today),
    ioss: monthsTogether(months.map((month) => monthReturn(month, today))),
    supplies_without_registration: [...input.supplies_without_registration],
    open_import_rows: [...input.open_import_rows],
    ...(lock ? { return_period: lockWithExports(lock) } : {}),
    official_basis: officialBasis(),
  };
}
