import { AsyncLocalStorage } from "node:async_hooks";

/** The check of a caller that a request's reads do not wait for. */
type Check = { readonly passed: Promise<void>; hasFailed: boolean };

const pending = new AsyncLocalStorage<Check>();

/**
 * Runs work concurrently with the check of its caller. Calls of AWS that only read go ahead; every other call waits until
 * the check has passed. After the check has failed no call begins.
 * @throws whatever the check throws, as soon as it throws
 */
export async function readingAhead<T>(passed: Promise<void>, work: () => Promise<T>): Promise<T> {
  const check: Check = { passed, hasFailed: false };
  passed.catch(() => {
    check.hasFailed = true;
  });
  const [result] = await Promise.all([pending.run(check, work), passed]);
  return result;
}

/** Waits until a call of AWS may begin. */
export async function untilChecked({ isRead }: { readonly isRead: boolean }): Promise<void> {
  const check = pending.getStore();
  if (check && (check.hasFailed || !isRead)) await check.passed;
}
