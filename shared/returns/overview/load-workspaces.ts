import { monthsOf, type Period } from "../../core/calendar/period.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadAccountSettings, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn } from "../compute/compute.ts";
import { loadOverCorrections } from "../load/load-over-corrections.ts";
import { loadReturnUnder } from "../load/load-return.ts";
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
  const { items } = await loadRegistrations(account);
  const both = await drawBoth(account, quarter, schemes, items);
  return { quarter, ...both, recount_pending: await loadPendingRecount(account, quarter) };
}

/** Loads the input of the filing-prep workspace. Writes nothing. */
export async function loadFilingPrep(
  account: string,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<FilingPrepInput> {
  const { profile, registrations } = await loadAccountSettings(account);
  const { items } = registrations;
  const [both, [lock, ...more]] = await Promise.all([
    drawBoth(account, quarter, schemes, items),
    loadLocksOf(account, schemes.quarterly.id, quarter.key),
  ]);
  const recount_pending = await loadPendingRecount(account, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
    profile,
    ...both,
    lock: more.length === 0 ? lock : undefined,
    recount_pending,
  };
}

async function drawBoth(
  account: string,
  quarter: Period,
  { quarterly, monthly }: WorkspaceSchemes,
  registrations: readonly Registration[],
): Promise<{ readonly drawn: ComputedReturn; readonly months: readonly ComputedReturn[] }> {
  const draw = async (scheme: Scheme, period: Period) =>
    loadOverCorrections(
      account,
      computeReturn(await loadReturnUnder(account, scheme, period, registrations)),
      registrations,
    );
  const [drawn, months] = await Promise.all([
    draw(quarterly, quarter),
    Promise.all(monthsOf(quarter).map((month) => draw(monthly, month))),
  ]);
  return { drawn, months };
}
