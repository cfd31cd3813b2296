import { monthsOf } from "../calendar/month.ts";
import type { Period } from "../calendar/period.ts";
import type { Registration } from "../registrations/registration.ts";
import { type Drawn, drawReturn } from "../returns/draw.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadLocksOf } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import type { FilingPrepInput } from "../workspaces/filing-prep.ts";
import type { MultiJurisdictionInput } from "../workspaces/multi-jurisdiction.ts";
import type { WorkspaceSchemes } from "../workspaces/workspace-schemes.ts";
import { loadReturnUnder } from "./load-return.ts";
import { lookBack } from "./look-back.ts";
import { loadPendingRecount } from "./pending-recount.ts";

/** Everything that the multi-jurisdiction preview is made of. Reads, and writes nothing. */
export async function loadMultiJurisdiction(
  account: string,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<MultiJurisdictionInput> {
  const { items } = await loadRegistrations(account);
  const both = await drawBoth(account, quarter, schemes, items);
  return { quarter, ...both, recount_pending: await loadPendingRecount(account, quarter) };
}

/** Everything that the filing-prep workspace is made of. Reads, and writes nothing. */
export async function loadFilingPrep(
  account: string,
  quarter: Period,
  schemes: WorkspaceSchemes,
): Promise<FilingPrepInput> {
  const { items } = await loadRegistrations(account);
  const [both, [lock, ...more]] = await Promise.all([
    drawBoth(account, quarter, schemes, items),
    loadLocksOf(account, schemes.quarterly.id, quarter.key),
  ]);
  const recount_pending = await loadPendingRecount(account, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
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
): Promise<{ readonly drawn: Drawn; readonly months: readonly Drawn[] }> {
  const draw = async (scheme: Scheme, period: Period) =>
    lookBack(
      account,
      drawReturn(await loadReturnUnder(account, scheme, period, registrations)),
      registrations,
    );
  const [drawn, months] = await Promise.all([
    draw(quarterly, quarter),
    Promise.all(monthsOf(quarter).map((month) => draw(monthly, month))),
  ]);
  return { drawn, months };
}
