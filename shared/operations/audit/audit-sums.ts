import * as z from "zod";
import { type IsoDate, type Period, quarterOn } from "../../core/calendar/dates.ts";
import { fingerprintOf } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { ReevaluationContext } from "../../ledger/events/re-evaluate.ts";
import { isPending } from "../../ledger/recount/recount-state.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import {
  loadAccountSettings,
  profileIn,
  registrationsIn,
} from "../../ledger/settings/store-settings.ts";
import { partitionOfReturn } from "../../ledger/sums/sum.ts";
import { RULES_VERSION } from "../../ledger/sums/sums-of-event.ts";
import { rateOverlayKey } from "../../platform/table/rate-items.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import { boundariesOf } from "../../vat/schemes/registration-segments.ts";
import { FIRST_DAY, quartersOf } from "./audit.ts";
import { addEvents, compareSums, findQuarters, loadedRecount } from "./audit-quarter.ts";
import { type AuditFindings, loadedOr } from "./findings.ts";
import { progressOf, QuarterAudit, QuarterProgress, quarterState } from "./quarter-progress.ts";
import { scanAccount } from "./store-audits.ts";

/** The findings of an account; `stale_events` is empty while a recount is pending. */
type AuditResult = AuditFindings & {
  readonly events: number;
  /** What was compared: what a return leaves out goes with its return. */
  readonly partitions: readonly string[];
  readonly recount_pending: boolean;
};

/** The state of an audit that was interrupted: the findings in quarters that were compared, and the next quarter. */
export const AuditState = z.object({
  /** Hash of the settings under which the audit began. */
  ground_sha256: z.string(),
  audits: z.array(QuarterAudit),
  progress: QuarterProgress.optional(),
});
export type AuditState = z.output<typeof AuditState>;

type Reach = {
  /** True if the whole table is scanned for sums outside the usual periods. */
  readonly scan?: boolean;
  readonly now?: Date;
  /** The first day of the usual periods. */
  readonly from?: IsoDate;
  /** The state to continue from. Under other settings the audit begins anew. */
  readonly resumeFrom?: AuditState | undefined;
  /** Called after each page of events. */
  readonly save?: (state: () => AuditState) => void;
};

/**
 * Adds up the entries of an account's events, and compares the result with every sum. Events are read from the index,
 * which lags slightly behind on AWS. Audit an account without concurrent writes, or run the audit again.
 */
export async function auditSums(ledger: LedgerId, reach: Reach = {}): Promise<AuditResult> {
  const { scan = false, now = new Date(), from = FIRST_DAY } = reach;
  const { context, unreadable } = await loadAuditContext(ledger);
  // Lists of events begin with the recount of the account.
  const recounts: string[] = [];
  await loadedRecount(ledger, recounts);
  if (recounts.length > 0) return { ...NOTHING_FOUND, faults: [...unreadable, ...recounts] };
  const found = (await findQuarters(ledger, now, from)).map(({ quarter }) => quarter);
  const further = scan ? await furtherPartitions(ledger, found) : NOTHING_FURTHER;
  const audits = await auditEach(ledger, [...found, ...further.quarters], context, reach);
  // Read last: a recount that began while the events were read explains the events that it has not moved yet.
  const recount_pending = isPending(await loadRecount(ledger));
  return {
    events: audits.reduce((sum, { events }) => sum + events, 0),
    partitions: [
      ...new Set(audits.flatMap(({ partitions }) => partitions.map(partitionOfReturn))),
    ].sort(),
    differences: audits.flatMap(({ differences }) => differences),
    stale_links: audits.flatMap(({ stale_links }) => stale_links),
    stale_events:
      recount_pending || unreadable.length > 0
        ? []
        : audits.flatMap(({ stale_events }) => stale_events),
    faults: [...unreadable, ...audits.flatMap(({ faults }) => faults), ...further.faults],
    recount_pending,
  };
}

const NOTHING_FOUND: AuditResult = {
  events: 0,
  partitions: [],
  differences: [],
  stale_links: [],
  stale_events: [],
  faults: [],
  recount_pending: false,
};

/** Audits the quarters one after the other, from the state of an interrupted audit on. */
async function auditEach(
  ledger: LedgerId,
  quarters: readonly Period[],
  context: ReevaluationContext,
  { resumeFrom, save }: Reach,
): Promise<readonly QuarterAudit[]> {
  const ground_sha256 = groundOf(context);
  const before = resumeFrom?.ground_sha256 === ground_sha256 ? resumeFrom : undefined;
  const audits = [...(before?.audits ?? [])];
  const audited = new Set(audits.map(({ quarter }) => quarter));
  for (const quarter of quarters.filter(({ key }) => !audited.has(key))) {
    const state = quarterState(quarter, context.boundaries, before?.progress);
    for await (const _ of addEvents(ledger, state, context)) {
      save?.(() => ({ ground_sha256, audits, progress: progressOf(state) }));
    }
    audits.push(await compareSums(ledger, state));
  }
  return audits;
}

/** Returns the hash of the settings that decisions about events depend on. */
export const groundOf = ({ boundaries, profile }: ReevaluationContext): string =>
  fingerprintOf([RULES_VERSION, [...boundaries], profile]);

/** Loads the current settings that decisions about events depend on. What cannot be read of them is left out. */
export async function loadAuditContext(
  ledger: LedgerId,
): Promise<{ readonly context: ReevaluationContext; readonly unreadable: string[] }> {
  const unreadable: string[] = [];
  const settings = `ACCOUNT#${ledger}: profile or registrations`;
  const { registrations, profile } = await loadedOr(
    settings,
    () => loadAccountSettings(ledger),
    { profile: profileIn(undefined), registrations: registrationsIn(undefined) },
    unreadable,
  );
  const rates = await loadedOr(
    `${rateOverlayKey.pk}: the accepted rates`,
    loadVatRates,
    loadVatRates.latest(),
    unreadable,
  );
  return { context: { boundaries: boundariesOf(registrations.items), profile, rates }, unreadable };
}

type Further = { readonly quarters: readonly Period[]; readonly faults: readonly string[] };

const NOTHING_FURTHER: Further = { quarters: [], faults: [] };

/** Finds quarters that only a scan of the table reveals, and partitions without a valid period. */
async function furtherPartitions(ledger: LedgerId, found: readonly Period[]): Promise<Further> {
  const known = new Set(found.map(({ key }) => key));
  const seen = await scanAccount(ledger);
  const partitions = seen.partitions.map((partition) => ({
    partition,
    quarters: quartersOf(partition),
  }));
  const further = [...partitions.flatMap(({ quarters }) => quarters), ...seen.days.map(quarterOn)]
    .filter(({ key }) => !known.has(key))
    .map((quarter) => [quarter.key, quarter] as const);
  return {
    quarters: [...new Map(further).values()],
    faults: partitions
      .filter(({ quarters }) => quarters.length === 0)
      .map(({ partition }) => `${partition} has sums, and no period is called so`),
  };
}
