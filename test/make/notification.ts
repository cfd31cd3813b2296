import type { StoredNotification } from "../../shared/notifications/notification.ts";

/** An unread notification of a shop that has exceeded the threshold of 2026, with what a test changes. */
export const makeNotification = (
  changes: Partial<StoredNotification> = {},
): StoredNotification => ({
  id: "shop-2026-exceeded",
  kind: "vat.threshold.exceeded",
  year: 2026,
  threshold_minor: 1_000_000,
  currency: "EUR",
  current_minor: 1_234_567,
  percentage_used: 123,
  crossed_on: null,
  crossed_on_eur: null,
  deciding_currency: "EUR",
  registered: false,
  eur_only: false,
  created_at: "2026-11-20T12:00:00.000Z",
  read_at: null,
  ...changes,
});
