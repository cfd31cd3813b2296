import { monthsOf, type Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadAccountSettings, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { areOf, loadFindings, type OpenImportRows } from "../load/load-findings.ts";
import { loadReturn, loadUnregistered } from "../load/load-return.ts";
import { compareWithLock, type PeriodReturn } from "../locks/return-view.ts";
import { loadMarkers } from "../locks/store-locks.ts";
import type { FilingPrepInput } from "./filing-prep.ts";
import type { MultiJurisdictionInput } from "./multi-jurisdiction.ts";

/** The two schemes of the workspaces: a quarter of one, and its months of the other. */
export type WorkspaceSchemes = { readonly quarterly: Scheme; readonly monthly: Scheme };

/** Loads the input of the multi-jurisdiction preview. Writes nothing. */
export async function loadMultiJurisdiction(
  ledger: LedgerId,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<MultiJurisdictionInput> {
  const [{ items }, openRows] = await Promise.all([
    loadRegistrations(ledger),
    loadOpenImportRows(ledger),
  ]);
  const both = await drawBoth(ledger, quarter, schemes, items, openRows);
  return { quarter, ...both, recount_pending: await loadPendingRecount(ledger, quarter) };
}

/** Loads the input of the filing-prep workspace. Writes nothing. */
export async function loadFilingPrep(
  ledger: LedgerId,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<FilingPrepInput> {
  const [{ profile, registrations }, openRows] = await Promise.all([
    loadAccountSettings(ledger),
    loadOpenImportRows(ledger),
  ]);
  const { items } = registrations;
  const [both, supplies_without_registration] = await Promise.all([
    drawBoth(ledger, quarter, schemes, items, openRows),
    loadUnregistered(ledger, { period: quarter, registrations: items }),
  ]);
  const recount_pending = await loadPendingRecount(ledger, quarter);
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
  ledger: LedgerId,
  quarter: Period,
  { quarterly, monthly }: WorkspaceSchemes,
  registrations: readonly Registration[],
  openRows: readonly OpenImportRows[],
): Promise<{ readonly union: PeriodReturn; readonly months: readonly PeriodReturn[] }> {
  const [union, months] = await Promise.all([
    drawPeriods(ledger, quarterly, [quarter], registrations, (drawn) =>
      loadFindings(ledger, drawn, registrations, openRows),
    ),
    drawPeriods(ledger, monthly, monthsOf(quarter), registrations, (drawn) =>
      loadFindings(ledger, drawn, registrations, openRows, { unregistered: false }),
    ),
  ]);
  return { union: union[0] as PeriodReturn, months };
}

/** Computes the returns of periods of one scheme beside their locks, and adds their findings. */
async function drawPeriods(
  ledger: LedgerId,
  scheme: Scheme,
  periods: readonly Period[],
  registrations: readonly Registration[],
  refine: (drawn: ComputedReturn) => Promise<ComputedReturn>,
): Promise<PeriodReturn[]> {
  const markers = await loadMarkers(ledger, scheme.partitionPrefix);
  return Promise.all(
    periods.map(async (period) => {
      const known = { registrations, markers };
      const { input } = await loadReturn(ledger, { scheme, period }, known);
      const { drawn, compared } = await compareWithLock(ledger, input, markers);
      return { drawn: await refine(drawn), compared };
    }),
  );
}
