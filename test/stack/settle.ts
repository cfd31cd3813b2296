import type { LedgerId } from "../../shared/core/ids.ts";
import { recountAccount } from "../../shared/ledger/recount/recount.ts";
import { UNDER_WAY_MS } from "../../shared/ledger/recount/recount-state.ts";
import { writeRecords } from "../../shared/ledger/supply-records/write-records.ts";
import type { Clock } from "../../shared/platform/clock.ts";

/** A clock that stands at `start`, and goes on by what it is asked to wait. */
export function clockAt(start: number): Clock {
  let now = start;
  return {
    now: () => now,
    pause: async (ms) => {
      now += ms;
    },
  };
}

/** A clock by which nothing is under way any more. */
export const later = (): Clock => clockAt(Date.now() + UNDER_WAY_MS);

/** Carries out the recount of an account to its end, as if all that was under way had ended. */
export const settleRecount = (account: LedgerId) => recountAccount(account, later());

/** Writes the records that an account has asked for, besides whoever writes them already. */
export const settleRecords = (account: LedgerId) =>
  writeRecords(account, { now: Date.now, until: Number.POSITIVE_INFINITY });
