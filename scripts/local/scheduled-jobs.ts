import { type JobIntervals, runEvery } from "./timers.ts";

/** Runs the scheduled functions by the clock of this process, until `closing` is disposed. */
export async function startJobs(
  { monitor, refreshEcb, recount, webhooks }: JobIntervals,
  closing: AsyncDisposableStack,
): Promise<void> {
  runEvery(monitor, monitorOnce, closing);
  runEvery(refreshEcb, refreshOnce, closing);
  const { recountHere, recountPending } = await import("../operate/jobs/recount-accounts.ts");
  runEvery(recount, recountPending, closing);
  await recountHere(closing);
  const { writeRecordsHere } = await import("../operate/jobs/records-here.ts");
  await writeRecordsHere(closing);
  const { importHere, resumeImports } = await import("../operate/jobs/imports-here.ts");
  await importHere(closing);
  await resumeImports();
  const { removeHere, removeEmptied } = await import("../operate/jobs/removals-here.ts");
  runEvery(recount, removeEmptied, closing);
  await removeHere(closing);
  const { deliverHere, dispatchDue } = await import("../operate/jobs/webhooks-here.ts");
  if (webhooks > 0) await deliverHere(closing);
  runEvery(webhooks, dispatchDue, closing);
}

/** Imported late, as everything that the first request does not need. */
async function monitorOnce(stop: AbortSignal): Promise<void> {
  const { monitorAccounts } = await import("../operate/jobs/monitor-accounts.ts");
  const { publishEvent } = await import("../../shared/platform/event-bus.ts");
  await monitorAccounts(publishEvent, stop);
}

async function refreshOnce(): Promise<void> {
  const { handler } = await import("../../functions/exchange-rates/refresh-rates.ts");
  await handler();
}
