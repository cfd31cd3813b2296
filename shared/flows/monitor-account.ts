import { dayOf } from "../calendar/iso-date.ts";
import { insertNotifications, loadNotifications, markPublished } from "../store/notifications.ts";
import { withRetries } from "../store/retries.ts";
import { type BusEvent, busEventOf } from "../threshold/bus-event.ts";
import { newCrossings } from "../threshold/crossings.ts";
import type { KeptNotification } from "../threshold/notification.ts";
import { yearToDate } from "../threshold/range.ts";
import { thresholdYearsOf } from "../threshold/years.ts";
import { keepNotices } from "./keep-notices.ts";
import type { LoadRange } from "./kept-rates.ts";
import { loadThresholdInput } from "./load-threshold.ts";

/** Puts an event on a bus. When it fails or its answer is lost, the event is put there again later. */
export type Publish = (event: BusEvent) => Promise<void>;

/**
 * Compares where the account stands with what it has been told: keeps a notification of each new
 * crossing, and notices of its returns, then publishes the crossings that are not on the bus yet, also of an earlier
 * call that broke off.
 * Calls may run at once and again: a crossing is kept once, and published at least once.
 */
export async function monitorAccount(
  account: string,
  now: Date,
  publish: Publish,
  loadRange?: LoadRange,
): Promise<void> {
  const notifications = await withRetries(() => keepCrossings(account, now, loadRange));
  for (const notification of notifications) {
    if (notification.published_at !== undefined) continue;
    await publish(busEventOf(account, notification));
    await markPublished(account, notification.id, now);
  }
}

/** All notifications of the account, the new ones among them. */
async function keepCrossings(
  account: string,
  now: Date,
  loadRange?: LoadRange,
): Promise<readonly KeptNotification[]> {
  const today = dayOf(now);
  const [known, input] = await Promise.all([
    loadNotifications(account),
    loadThresholdInput(account, yearToDate(today), today, loadRange && { loadRange }),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = newCrossings(account, thresholdYearsOf(input), ids, now);
  if (fresh.length > 0) await insertNotifications(account, fresh);
  await keepNotices(account, input.seller.registrations, now);
  return [...known, ...fresh];
}
