import { isSandbox } from "../../core/sandbox-account.ts";

const DAY_MS = 86_400_000;

/** Of what a sandbox locks in a stage that is in earnest. */
const SANDBOX_LOCK_DAYS = "2";

/**
 * How a file is locked that has to be kept until the end of a day: for good, as Art. 369k VAT Directive
 * asks. A stage for trials says in TRIAL_LOCK_DAYS how many days are enough, and those can be lifted:
 * else what was tried out would be paid for for ten years. So it is with what a sandbox locks.
 */
export function objectLock(keptUntil: string, now: Date, ledger: string) {
  const days = process.env["TRIAL_LOCK_DAYS"] || (isSandbox(ledger) ? SANDBOX_LOCK_DAYS : "");
  if (!days) {
    return {
      ObjectLockMode: "COMPLIANCE",
      ObjectLockRetainUntilDate: new Date(`${keptUntil}T23:59:59Z`),
    } as const;
  }
  return {
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: new Date(now.getTime() + Number(days) * DAY_MS),
  } as const;
}
