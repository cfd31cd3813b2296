import {
  ALL_DAYS,
  type IsoDate,
  type Period,
  periodNamed,
} from "../../shared/core/calendar/dates.ts";
import type { PeriodKey } from "../../shared/core/ids.ts";
import { listImportJobs } from "../../shared/imports/jobs/store-jobs.ts";
import { readEvents } from "../../shared/ledger/events/store-event-list.ts";
import { recordOf } from "../../shared/ledger/events/store-events.ts";
import { listDeliveries } from "../../shared/notifications/webhooks/store-deliveries.ts";
import { loadWebhooks } from "../../shared/notifications/webhooks/store-webhooks.ts";
import { auditLocks } from "../../shared/operations/audit/audit-locks.ts";
import { auditSums } from "../../shared/operations/audit/audit-sums.ts";
import { linesOf } from "../../shared/operations/audit/findings.ts";
import { computeReturn } from "../../shared/returns/compute/compute.ts";
import { loadReturn } from "../../shared/returns/load/load-return.ts";
import { loadLocksOf } from "../../shared/returns/locks/store-locks.ts";
import { loadOpenings } from "../../shared/returns/openings/store-openings.ts";
import { schemeNamed } from "../../shared/vat/schemes/schemes.ts";
import { settleRecount } from "../stack/settle.ts";
import { ACCOUNT, NOW } from "./use-cases.ts";

const PERIODS = [
  ["union_oss", "2025-Q3"],
  ["union_oss", "2025-Q4"],
  ["ioss", "2025-08"],
] as const;

/** Returns what the verifications find in the account, after everything that was under way has ended. */
export async function faultsOfAccount(): Promise<string[]> {
  await settleRecount(ACCOUNT);
  const sums = await auditSums(ACCOUNT, { from: "2025-07-01" as IsoDate, now: NOW });
  const { faults } = await auditLocks(ACCOUNT);
  return [...linesOf(sums), ...faults];
}

/** Returns what a user sees of the account, without what each run makes anew: ids, times and versions. */
export async function viewOfAccount(): Promise<string> {
  const returns = await Promise.all(PERIODS.map(([scheme, key]) => returnOf(scheme, key)));
  const { items } = await readEvents(ACCOUNT, ALL_DAYS, undefined);
  const events = items.map((item) => {
    const { event_id, classification_status, entries } = recordOf(item);
    return { event_id, classification_status, entries };
  });
  const imports = (await listImportJobs(ACCOUNT, 10)).map(({ state, totals }) => ({
    state,
    totals,
  }));
  const { webhooks } = await loadWebhooks(ACCOUNT);
  const deliveries = await Promise.all(webhooks.map(({ id }) => listDeliveries(ACCOUNT, id, 10)));
  const states = deliveries.flat().map(({ type, state }) => ({ type, state }));
  return JSON.stringify({ returns, events, imports, deliveries: states }, null, 1);
}

async function returnOf(id: "union_oss" | "ioss", key: string) {
  const scheme = schemeNamed(id);
  const period = periodNamed(key) as Period;
  const locks = await loadLocksOf(ACCOUNT, id, key as PeriodKey);
  const declared = locks.map(({ rows, corrections, totals }) => ({ rows, corrections, totals }));
  const openings = (await loadOpenings(ACCOUNT, id, key)).length;
  const computed = computeReturn((await loadReturn(ACCOUNT, { scheme, period })).input);
  const report = computed.status === "covered" ? computed.report : undefined;
  const shown = report && { ...report, generated_at: undefined };
  return { id, key, declared, openings, status: computed.status, shown };
}
