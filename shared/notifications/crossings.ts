import type { LedgerId } from "../core/ids.ts";
import type { BusEvent } from "../platform/event-bus.ts";
import type { ThresholdYear } from "../vat/threshold/threshold-input.ts";
import type { Notification, NotificationKind } from "./notification.ts";

/**
 * Returns the crossings whose ids are not in `known`. A turnover that falls below a line (reclassified sales) and
 * crosses it again is notified once a year. Nothing is near any more once it was exceeded: a turnover that crosses both
 * lines at once, or falls from above the threshold, is not notified as near.
 */
export const newCrossings = (
  ledger: LedgerId,
  years: readonly ThresholdYear[],
  known: ReadonlySet<string>,
  now: Date,
): Notification[] =>
  years
    .filter(({ year }) => !known.has(notificationId(ledger, year, "vat.threshold.exceeded")))
    .flatMap((year) => {
      const kind = lineCrossed(year);
      return kind ? [crossing(ledger, year, kind, now)] : [];
    })
    .filter(({ id }) => !known.has(id));

/**
 * Returns the line that a year has crossed. The warning is notified only while the year runs. After the year's end only
 * exceeding the threshold matters: it determines where this year's supplies are taxed (Art. 59c(1)(c)), even when it is
 * found late.
 */
function lineCrossed({ closed, exceeded, warning }: ThresholdYear): NotificationKind | undefined {
  if (exceeded) return "vat.threshold.exceeded";
  return warning && !closed ? "vat.threshold.warning" : undefined;
}

function crossing(
  ledger: LedgerId,
  { closed, warning, exceeded, ...turnover }: ThresholdYear,
  kind: NotificationKind,
  now: Date,
): Notification {
  return {
    id: notificationId(ledger, turnover.year, kind),
    kind,
    ...turnover,
    currency: "EUR",
    created_at: now.toISOString(),
    read_at: null,
  };
}

/**
 * Builds the id of a crossing. The id is stable, so repeated detection yields one notification, and unique across
 * accounts.
 */
const notificationId = (ledger: LedgerId, year: number, kind: NotificationKind): string =>
  `${ledger}-${year}-${kind.slice("vat.threshold.".length)}`;

export type CrossingEvent = BusEvent & {
  readonly detail_type: NotificationKind;
  readonly detail: Omit<Notification, "read_at" | "kind"> & { readonly account: LedgerId };
};

export const busEventOf = (
  ledger: LedgerId,
  { kind, read_at, ...fields }: Notification,
): CrossingEvent => ({
  detail_type: kind,
  time: fields.created_at,
  detail: { account: ledger, ...fields },
});
