import type { Notification, NotificationKind } from "./threshold-notification.ts";

/** What goes on the event bus: at least once, always with the same id. */
export type BusEvent = {
  readonly detail_type: NotificationKind;
  /** When the crossing was noticed, ISO 8601 UTC. */
  readonly time: string;
  readonly detail: Omit<Notification, "read_at" | "kind"> & { readonly account: string };
};

export const busEventOf = (
  account: string,
  { kind, read_at, ...fields }: Notification,
): BusEvent => ({
  detail_type: kind,
  time: fields.created_at,
  detail: { account, ...fields },
});
