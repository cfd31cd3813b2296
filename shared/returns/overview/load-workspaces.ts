import { monthsOf, type Period } from "../../core/calendar/period.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadAccountSettings, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn } from "../compute/compute.ts";
import { loadFindings, loadOverCorrections } from "../load/load-findings.ts";
import { areOf, type OpenImportRows, withOpenImportRows } from "../load/load-open-import-rows.ts";
import { loadReturnUnder } from "../load/load-return.ts";
import { loadUnregistered } from "../load/load-unregistered.ts";
import { loadLocksOf } from "../locks/store-locks.ts";
import type { FilingPrepInput } from "./filing-prep.ts";
import type { MultiJurisdictionInput } from "./multi-jurisdiction.ts";
import type { WorkspaceSchemes } from "./workspace-schemes.ts";

/** Loads the input of the multi-jurisdiction preview. Writes nothing. */
export async function loadMultiJurisdiction(
  account: string,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<MultiJurisdictionInput> {
  const [{ items }, openRows] = await Promise.all([
    loadRegistrations(account),
    loadOpenImportRows(account),
  ]);
  const both = await drawBoth(account, quarter, schemes, items, openRows);
  return { quarter, ...both, recount_pending: await loadPendingRecount(account, quarter) };
}

/** Loads the input of the filing-prep workspace. Writes nothing. */
export async function loadFilingPrep(
  account: string,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<FilingPrepInput> {
  const [{ profile, registrations }, openRows] = await Promise.all([
    loadAccountSettings(account),
    loadOpenImportRows(account),
  ]);
  const { items } = registrations;
  const [both, [lock, ...more], supplies_without_registration] = await Promise.all([
    drawBoth(account, quarter, schemes, items, openRows),
    loadLocksOf(account, schemes.quarterly.id, quarter.key),
    loadUnregistered(account, quarter, items),
  ]);
  const recount_pending = await loadPendingRecount(account, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
    profile,
    ...both,
    lock: more.length === 0 ? lock : undefined,
    supplies_without_registration,
    open_import_rows: openRows.filter((rows) => rows.month === null || areOf(quarter)(rows)),
    recount_pending,
  };
}

async function drawBoth(
  account: string,
  quarter: Period,
  { quarterly, monthly }: WorkspaceSchemes,
  registrations: readonly Registration[],
  openRows: readonly OpenImportRows[],
): Promise<{ readonly drawn: ComputedReturn; readonly months: readonly ComputedReturn[] }> {
  const computed = async (scheme: Scheme, period: Period) =>
    computeReturn(await loadReturnUnder(account, scheme, period, registrations));
  const [drawn, months] = await Promise.all([
    computed(quarterly, quarter).then((one) => loadFindings(account, one, registrations, openRows)),
    Promise.all(
      monthsOf(quarter).map(async (month) =>
        withOpenImportRows(
          await loadOverCorrections(account, await computed(monthly, month), registrations),
          openRows,
        ),
      ),
    ),
  ]);
  return { drawn, months };
}
