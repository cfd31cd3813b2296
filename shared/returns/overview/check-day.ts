import { dayOf, noticeInstant } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadThresholdInput } from "../../ledger/load-threshold.ts";
import { newCrossings } from "../../notifications/crossings.ts";
import type { StoredNotification } from "../../notifications/notification.ts";
import { insertNotifications, loadCrossings } from "../../notifications/store.ts";
import { withRetries } from "../../platform/calls.ts";
import type { LoadRange } from "../../vat/exchange-rates/cached-rates.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { thresholdYearsOf } from "../../vat/threshold/threshold-input.ts";
import { yearToDate } from "../../vat/threshold/turnover.ts";
import { keepNotices } from "./due-notices.ts";

/** All crossings of a ledger, and its registrations. */
type CheckedDay = {
  readonly crossings: readonly StoredNotification[];
  readonly registrations: readonly Registration[];
};

/** Stores the new crossings of the threshold by the day of `now`, and the notices of the returns. */
export const checkDay = (ledger: LedgerId, now: Date, loadRange?: LoadRange): Promise<CheckedDay> =>
  withRetries(() => keepDay(ledger, now, loadRange));

async function keepDay(ledger: LedgerId, now: Date, loadRange?: LoadRange): Promise<CheckedDay> {
  const today = dayOf(now);
  const [known, input] = await Promise.all([
    loadCrossings(ledger),
    loadThresholdInput(ledger, yearToDate(today), today, loadRange && { loadRange }),
  ]);
  const ids = new Set(known.map(({ id }) => id));
  const fresh = newCrossings(ledger, thresholdYearsOf(input), ids, noticeInstant(now));
  if (fresh.length > 0) await insertNotifications(ledger, fresh, now);
  const { registrations } = input.seller;
  await keepNotices(ledger, registrations, now);
  return { crossings: [...known, ...fresh], registrations };
}
