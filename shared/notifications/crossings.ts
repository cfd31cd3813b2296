import type { BusEvent } from "../platform/event-bus.ts";
import type { ThresholdYear } from "../vat/threshold/years.ts";
import type { Notification, NotificationKind } from "./notification.ts";

/**
 * The crossings that `known`, the ids told before, do not hold. A turnover that falls below a line
 * (reclassified sales) and crosses it again is told once a year. Whoever jumps over both lines is
 * told both: a subscriber to either kind must not miss an account.
 */
export const newCrossings = (
  account: string,
  years: readonly ThresholdYear[],
  known: ReadonlySet<string>,
  now: Date,
): Notification[] =>
  years
    .flatMap((year) => linesCrossed(year).map((kind) => crossing(account, year, kind, now)))
    .filter(({ id }) => !known.has(id));

/**
 * The warning band is worth a word while the year runs. Of a year that is over only the excess
 * matters: it decides where this year's supplies are taxed (Art. 59c(1)(c)), however late it is found.
 */
function linesCrossed({ closed, exceeded, warning }: ThresholdYear): NotificationKind[] {
  if (exceeded && closed) return ["vat.threshold.exceeded"];
  if (exceeded) return ["vat.threshold.warning", "vat.threshold.exceeded"];
  return warning && !closed ? ["vat.threshold.warning"] : [];
}

function crossing(
  account: string,
  { closed, warning, exceeded, ...turnover }: ThresholdYear,
  kind: NotificationKind,
  now: Date,
): Notification {
  return {
    id: notificationId(account, turnover.year, kind),
    kind,
    ...turnover,
    currency: "EUR",
    created_at: now.toISOString(),
    read_at: null,
  };
}

/** One id a crossing, whoever notices it and however often. No two accounts share one. */
const notificationId = (account: string, year: number, kind: NotificationKind): string =>
  `${account}-${year}-${kind.slice("vat.threshold.".length)}`;

/** A crossing, as it goes on the event bus. */
export type CrossingEvent = BusEvent & {
  readonly detail_type: NotificationKind;
  readonly detail: Omit<Notification, "read_at" | "kind"> & { readonly account: string };
};

export const busEventOf = (
  account: string,
  { kind, read_at, ...fields }: Notification,
): CrossingEvent => ({
  detail_type: kind,
  time: fields.created_at,
  detail: { account, ...fields },
});
