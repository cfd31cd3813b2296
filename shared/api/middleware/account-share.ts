import type { MiddlewareObj } from "@middy/core";
import { shareMemory } from "../../rate-limit/share.ts";
import { shareHeaders } from "../../rate-limit/share-headers.ts";
import {
  type CallWindow,
  type RateLimit,
  rateLimitFrom,
  secondsUntilEnd,
  windowAt,
} from "../../rate-limit/window.ts";
import { DomainError } from "../../refusals/errors.ts";
import { noteCalls } from "../../store/rate-limits.ts";
import type { Call } from "../route.ts";

/** Where no stage says another, as on one's own machine: out of the way of tests and trials. */
const GENEROUS: RateLimit = { calls: 20_000, seconds: 10 };

/** Of all routes that a process serves: locally that is all of them, on AWS one. */
const memory = shareMemory();

/**
 * Refuses an account that goes beyond its share, once its key is known and before anything else is done for
 * it. ACCOUNT_RATE_LIMIT and ACCOUNT_RATE_WINDOW_SECONDS say what the share is (rate-limit/window.ts).
 */
export const accountShare = (): MiddlewareObj<Call, unknown> => ({
  before: ({ event }) => {
    const limit = rateLimitFrom(process.env, "ACCOUNT", GENEROUS);
    const now = new Date();
    const window = windowAt(limit, now);
    const account = event.caller?.holder ?? "";
    const { isUsedUp, left, toNote } = memory.take(account, limit, window);
    const wait = secondsUntilEnd(window, now);
    event.shareHeaders = shareHeaders(limit, left, wait);
    if (toNote > 0) event.beside = [...(event.beside ?? []), note(account, toNote, window)];
    if (isUsedUp) throw usedUp(limit, wait);
  },
});

/** Without the table each process still counts for itself. */
const note = (account: string, calls: number, window: CallWindow): Promise<void> =>
  noteCalls(account, calls, window).then(
    (noted) => memory.learn(account, window, noted),
    () => {},
  );

const usedUp = ({ calls, seconds }: RateLimit, retryAfterSeconds: number): DomainError =>
  new DomainError(
    "rate_limited",
    `this account has made its ${calls} calls in ${seconds} s; try again in ${retryAfterSeconds} s`,
    [],
    { retryAfterSeconds },
  );
