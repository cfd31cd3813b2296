import { plusDays } from "../calendar/iso-date.ts";
import { type Quarter, quarterOf, quarterOn } from "../calendar/quarter.ts";
import { DomainError } from "../refusals/errors.ts";
import { type UnionReportInput, unionPreview } from "../returns/preview.ts";
import { loadLock } from "../store/locked-periods.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadTallies } from "../store/tallies.ts";
import { oldestTakenBack } from "../workspaces/below-zero.ts";
import type { FilingPrepInput } from "../workspaces/filing-prep.ts";
import type { MultiJurisdictionInput } from "../workspaces/multi-jurisdiction.ts";
import type { UnionPart } from "../workspaces/union-part.ts";
import { loadImportQuarter } from "./import-report.ts";
import { loadUnionReport, loadUnionReportTo } from "./union-report.ts";

/** Everything that the multi-jurisdiction preview is made of. Reads, and writes nothing. */
export async function loadMultiJurisdiction(
  account: string,
  quarter: Quarter,
): Promise<MultiJurisdictionInput> {
  const registrations = await loadRegistrations(account);
  const [union, months] = await Promise.all([
    loadUnionPart(account, quarter),
    loadImportQuarter(account, quarter, registrations.items),
  ]);
  return { quarter, union, months };
}

/** Everything that the filing-prep workspace is made of. Reads, and writes nothing. */
export async function loadFilingPrep(account: string, quarter: Quarter): Promise<FilingPrepInput> {
  const registrations = await loadRegistrations(account);
  const [union, months, lock] = await Promise.all([
    loadUnionPart(account, quarter),
    loadImportQuarter(account, quarter, registrations.items),
    loadLock(account, quarter.key),
  ]);
  const earlier = await loadEarlier(account, union);
  return { quarter, registrations: registrations.items, union, earlier, months, lock };
}

/** The import scheme is of interest without a Union registration too, so that is no refusal here. */
async function loadUnionPart(account: string, quarter: Quarter): Promise<UnionPart> {
  try {
    return { status: "drawn", report: await loadUnionReport(account, quarter) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code } = error;
    if (code !== "registration_required" && code !== "registration_conflict") throw error;
    return { status: code, tallies: await loadTallies(account, quarter.key) };
  }
}

/** The returns from the oldest quarter that VAT is taken back from to the one before this. */
async function loadEarlier(account: string, union: UnionPart): Promise<UnionReportInput[]> {
  if (union.status !== "drawn") return [];
  const { quarter, member_state_identification } = union.report;
  const oldest = oldestTakenBack(unionPreview(union.report));
  return Promise.all(
    quartersBetween(oldest, quarter).map((one) =>
      loadUnionReportTo(account, one, member_state_identification),
    ),
  );
}

/** The quarters from `oldest` to the one before `current`; at most fourteen, as corrections have an end. */
function quartersBetween(oldest: string | undefined, current: Quarter): Quarter[] {
  const quarters: Quarter[] = [];
  let next = oldest === undefined ? undefined : quarterOf(oldest);
  while (next && next.firstDay < current.firstDay) {
    quarters.push(next);
    next = quarterOn(plusDays(next.lastDay, 1));
  }
  return quarters;
}
