import type { Period } from "../calendar/period.ts";
import { retainUntil } from "../locks/retention.ts";

const DAY_MS = 86_400_000;

/**
 * How a file of a locked period is locked: for good until the law lets it go, as Art. 369k VAT Directive
 * asks. A stage for trials says in TRIAL_LOCK_DAYS how many days are enough, and those can be lifted:
 * else what was tried out would be paid for for ten years.
 */
export function objectLock(period: Pick<Period, "lastDay">, now: Date) {
  const days = process.env["TRIAL_LOCK_DAYS"];
  if (!days) {
    return {
      ObjectLockMode: "COMPLIANCE",
      ObjectLockRetainUntilDate: new Date(`${retainUntil(period, now)}T23:59:59Z`),
    } as const;
  }
  return {
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date(now.getTime() + Number(days) * DAY_MS),
  } as const;
}
