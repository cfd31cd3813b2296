import { monthsOf } from "../calendar/month.ts";
import { type Period, periodAfter, periodNamed } from "../calendar/period.ts";
import type { Registration } from "../registrations/registration.ts";
import { type Drawn, drawReturn } from "../returns/draw.ts";
import type { Return } from "../returns/schema.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { loadLocksOf } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { oldestTakenBack } from "../workspaces/below-zero.ts";
import type { FilingPrepInput } from "../workspaces/filing-prep.ts";
import type { MultiJurisdictionInput } from "../workspaces/multi-jurisdiction.ts";
import type { WorkspaceSchemes } from "../workspaces/workspace-schemes.ts";
import { loadReturnUnder } from "./load-return.ts";
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
  const earlier = await drawEarlier(account, both.drawn, items);
  const recount_pending = await loadPendingRecount(account, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
    ...both,
    earlier,
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
    drawReturn(await loadReturnUnder(account, scheme, period, registrations));
  const [drawn, months] = await Promise.all([
    draw(quarterly, quarter),
    Promise.all(monthsOf(quarter).map((month) => draw(monthly, month))),
  ]);
  return { drawn, months };
}

/**
 * The returns from the oldest period that VAT is taken back from to the one before this, all as this
 * period's registration would make them: amounts must be in one currency.
 */
async function drawEarlier(
  account: string,
  drawn: Drawn,
  registrations: readonly Registration[],
): Promise<Return[]> {
  if (drawn.status !== "covered") return [];
  const { scheme, period, input, report } = drawn;
  const inputs = await Promise.all(
    periodsBetween(oldestTakenBack(report), period).map((one) =>
      loadReturnUnder(account, scheme, one, registrations, input.coverage),
    ),
  );
  return inputs.map(drawReturn).flatMap((one) => (one.status === "covered" ? [one.report] : []));
}

/** The periods from `oldest` to the one before `current`; not many, as corrections have an end. */
function periodsBetween(oldest: string | undefined, current: Period): Period[] {
  const periods: Period[] = [];
  let next = periodNamed(oldest ?? "");
  while (next && next.firstDay < current.firstDay) {
    periods.push(next);
    next = periodAfter(next);
  }
  return periods;
}
