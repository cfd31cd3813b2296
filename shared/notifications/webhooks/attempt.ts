import type { DeliveryAttempt } from "./delivery.ts";
import { receiverFault } from "./refused-receiver.ts";

/** Characters of an answer that are kept for whoever looks for the reason. */
const SHOWN = 300;

/** What nobody can see, or what turns a line around: an answer is written by a stranger. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\uFFFD]+/gu;

const shownText = (start: Uint8Array): string =>
  new TextDecoder().decode(start).replaceAll(NOT_SHOWN, " ").trim().slice(0, SHOWN);

/** The attempt that was answered. Nothing but 2xx is a success. */
export function attemptOf(
  { status, start }: { readonly status: number; readonly start: Uint8Array },
  at: Date,
  duration_ms: number,
): DeliveryAttempt {
  const delivered = status >= 200 && status < 300;
  return {
    at: at.toISOString(),
    delivered,
    response_status: status,
    duration_ms,
    answer: shownText(start),
    ...(delivered ? {} : { error: statusFault(status) }),
  };
}

function statusFault(status: number): string {
  if (status >= 300 && status < 400) {
    return `the receiver answered with a redirect (${status}), which is not followed: enter the address that it leads to`;
  }
  return `the receiver answered ${status}; it has to answer 2xx`;
}

/** The attempt that was not. */
export const failedAttempt = (error: unknown, at: Date, duration_ms: number): DeliveryAttempt => ({
  at: at.toISOString(),
  delivered: false,
  duration_ms,
  error: receiverFault(error),
});
