import { type IsoDate, monthsOf, type Period } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import { needsTwoItems } from "../../ledger/load-threshold.ts";
import { loadPendingRecount } from "../../ledger/recount/recount.ts";
import { loadAccountSettings, loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { withOrderAmounts } from "../../shops/connections/open-order-amounts.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ComputedReturn } from "../compute/compute.ts";
import { loadFindings, mayBeOf } from "../load/load-findings.ts";
import { loadReturn, loadUnregistered } from "../load/load-return.ts";
import { type ComputedPeriod, compareWithLock } from "../locks/return-view.ts";
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
  const both = await computeBoth(ledger, quarter, schemes, items, (computed) =>
    loadFindings(ledger, computed, items, openRows),
  );
  return { quarter, ...both, recount_pending: await loadPendingRecount(ledger, quarter) };
}

/** Loads the input of the filing-prep workspace. Writes nothing. */
export async function loadFilingPrep(
  ledger: LedgerId,
  quarter: Period,
  schemes: WorkspaceSchemes,
  today: IsoDate,
): Promise<FilingPrepInput> {
  const [{ profile, registrations }, allRows] = await Promise.all([
    loadAccountSettings(ledger),
    loadOpenImportRows(ledger),
  ]);
  const openRows = await withOrderAmounts(ledger, allRows.filter(mayBeOf(quarter)));
  const { items } = registrations;
  const unregistered = await loadUnregistered(ledger, { period: quarter, registrations: items });
  const both = await computeBoth(ledger, quarter, schemes, items, (computed) =>
    loadFindings(ledger, computed, items, openRows, { unregistered, amounts: true }),
  );
  const recount_pending = await loadPendingRecount(ledger, quarter);
  return {
    quarter,
    schemes,
    registrations: items,
    profile,
    ...both,
    union: await withEvidenceJudged(ledger, both.union, today),
    supplies_without_registration: unregistered,
    open_import_rows: openRows,
    recount_pending,
  };
}

const SINGLE = "location_evidence_single";

/** Makes a warning of single items of evidence, where the turnover of electronic services asks for two. */
async function withEvidenceJudged(
  ledger: LedgerId,
  { computed, compared }: ComputedPeriod,
  today: IsoDate,
): Promise<ComputedPeriod> {
  const hasSingle = computed.checks.some(({ code }) => code === SINGLE);
  if (!hasSingle || !(await needsTwoItems(ledger, computed.period.lastDay, today))) {
    return { computed, compared };
  }
  const checks = computed.checks.map((check) =>
    check.code === SINGLE ? { ...check, severity: "warning" as const } : check,
  );
  return { computed: { ...computed, checks }, compared };
}

type Refine = (computed: ComputedReturn) => Promise<ComputedReturn>;

async function computeBoth(
  ledger: LedgerId,
  quarter: Period,
  { quarterly, monthly }: WorkspaceSchemes,
  registrations: readonly Registration[],
  refine: Refine,
): Promise<{ readonly union: ComputedPeriod; readonly months: readonly ComputedPeriod[] }> {
  const [union, months] = await Promise.all([
    computePeriods(ledger, quarterly, [quarter], registrations, refine),
    computePeriods(ledger, monthly, monthsOf(quarter), registrations, refine),
  ]);
  return { union: union[0] as ComputedPeriod, months };
}

/** Computes the returns of periods of one scheme, compared with their locks, and adds their findings. */
async function computePeriods(
  ledger: LedgerId,
  scheme: Scheme,
  periods: readonly Period[],
  registrations: readonly Registration[],
  refine: Refine,
): Promise<ComputedPeriod[]> {
  const markers = await loadMarkers(ledger, scheme.partitionPrefix);
  return Promise.all(
    periods.map(async (period) => {
      const known = { registrations, markers };
      const { input } = await loadReturn(ledger, { scheme, period }, known);
      const { computed, compared } = await compareWithLock(ledger, input, markers);
      return { computed: await refine(computed), compared };
    }),
  );
}
