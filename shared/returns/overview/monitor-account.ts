import { dayOf } from "../../core/calendar/iso-date.ts";
import { loadThresholdInput } from "../../ledger/load-threshold.ts";
import { cachedRates, type LoadRange } from "../../ledger/rates/cached-rates.ts";
import { busEventOf, type CrossingEvent, newCrossings } from "../../notifications/crossings.ts";
import type { StoredNotification } from "../../notifications/notification.ts";
import { insertNotifications, loadCrossings, markPublished } from "../../notifications/store.ts";
import type { Publish } from "../../platform/event-bus.ts";
import { accountQueue, queueWorker } from "../../platform/queues/queues.ts";
import { withRetries } from "../../platform/retries.ts";
import { yearToDate } from "../../vat/threshold/range.ts";
import { thresholdYearsOf } from "../../vat/threshold/years.ts";
import { keepNotices } from "./due-notices.ts";
import { keepBoard } from "./keep-board.ts";

/**
 * Compares the status of the account with its notifications. Stores a notification of each new crossing and the notices
 * of its returns, and writes its rows on the board of its organisation. Then publishes the crossings that are not published yet, including those of an interrupted call.
 * Concurrent or repeated calls are safe: a crossing is stored once and published at least once.
 */
export async function monitorAccount(
  account: string,
  now: Date,
  publish: Publish<CrossingEvent>,
  loadRange?: LoadRange,
): Promise<void> {
  const notifications = await withRetries(() => keepCrossings(account, now, loadRange));
  for (const notification of notifications) {
    if (notification.published_at !== undefined) continue;
    await publish(busEventOf(account, notification));
    await markPublished(account, notification.id, now);
  }
}

/** Stores the new notifications of the account and returns all of them. */
async function keepCrossings(
  account: string,
  now: Date,
  loadRange?: LoadRange,
): Promise<readonly StoredNotification[]> {
  const today = dayOf(now);
  const [known, input] = await Promise.all([
    loadCrossings(account),
    loadThresholdInput(account, yearToDate(today), today, loadRange && { loadRange }),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = newCrossings(account, thresholdYearsOf(input), ids, now);
  if (fresh.length > 0) await insertNotifications(account, fresh);
  await keepNotices(account, input.seller.registrations, now);
  await keepBoard(account, input.seller.registrations, now);
  return [...known, ...fresh];
}

/** Returns the worker of the queue "accounts". The worker caches exchange rates between messages. */
export const monitorWorker = (publish: Publish<CrossingEvent>, loadRange = cachedRates()) =>
  queueWorker(accountQueue("accounts"), ({ account }) =>
    monitorAccount(account, new Date(), publish, loadRange),
  );
