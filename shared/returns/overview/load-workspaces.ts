import { monthsOf, type Period } from "../../core/calendar/dates.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadAccountSettings, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import {
  areOf,
  loadFindings,
  loadOverCorrections,
  type OpenImportRows,
  withOpenImportRows,
} from "../load/load-findings.ts";
import { loadReturnUnder, loadUnregistered } from "../load/load-return.ts";
import { type DrawnPeriod, loadLockBeside } from "../locks/shown-return.ts";
import { loadMarkers } from "../locks/store-locks.ts";
import type { FilingPrepInput } from "./filing-prep.ts";
import type { MultiJurisdictionInput } from "./multi-jurisdiction.ts";

/** The two schemes of the workspaces: a quarter of one, and its months of the other. */
export type WorkspaceSchemes = { readonly quarterly: Scheme; readonly monthly: Scheme };

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
  const [both, supplies_without_registration] = await Promise.all([
    drawBoth(account, quarter, schemes, items, openRows),
    loadUnregistered(account, quarter, items),
  ]);
  const recount_pending = await loadPendingRecount(account, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
    profile,
    ...both,
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
): Promise<{ readonly union: DrawnPeriod; readonly months: readonly DrawnPeriod[] }> {
  const [union, months] = await Promise.all([
    drawPeriods(account, quarterly, [quarter], registrations, (drawn) =>
      loadFindings(account, drawn, registrations, openRows),
    ),
    drawPeriods(account, monthly, monthsOf(quarter), registrations, async (drawn) =>
      withOpenImportRows(await loadOverCorrections(account, drawn, registrations), openRows),
    ),
  ]);
  return { union: union[0] as DrawnPeriod, months };
}

/** Computes the returns of periods of one scheme beside their locks, and adds their findings. */
async function drawPeriods(
  account: string,
  scheme: Scheme,
  periods: readonly Period[],
  registrations: readonly Registration[],
  refine: (drawn: ComputedReturn) => Promise<ComputedReturn>,
): Promise<DrawnPeriod[]> {
  const markers = await loadMarkers(account, scheme.partitionPrefix);
  return Promise.all(
    periods.map(async (period) => {
      const input = await loadReturnUnder(account, scheme, period, registrations, { markers });
      const { drawn, compared } = await loadLockBeside(account, input, markers);
      return { drawn: await refine(drawn), compared };
    }),
  );
}
