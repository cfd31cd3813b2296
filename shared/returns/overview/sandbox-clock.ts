import * as z from "zod";
import {
  checkedTo,
  clockView,
  movedClock,
  openSandbox,
  type SandboxClock,
  type SandboxState,
  uncheckedDays,
} from "../../accounts/sandbox.ts";
import { loadSandbox, updateSandbox } from "../../accounts/store-sandboxes.ts";
import { type IsoDate, instantOn } from "../../core/calendar/dates.ts";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { accountOf, isSandbox, type LedgerId } from "../../core/ids.ts";
import { loadRecount } from "../../ledger/recount/store-recounts.ts";
import { loadNotices } from "../../notifications/store.ts";
import { accountQueue, enqueue } from "../../platform/queues/queues.ts";
import type { LoadRange } from "../../vat/exchange-rates/cached-rates.ts";
import { RATES_COMPLETE_FROM, RATES_SEEN_TO } from "../../vat/reference-data/vat-rates.ts";
import { checkDay } from "./check-day.ts";

const RANGE = `must be a day from ${RATES_COMPLETE_FROM} to ${RATES_SEEN_TO}, for which the service has VAT rates`;

export const ClockRequest = z
  .strictObject({
    today: Day.refine((day) => RATES_COMPLETE_FROM <= day && day <= RATES_SEEN_TO, RANGE).describe(
      "Day that it shall be in the sandbox, from 2021-07-01 to the last day for which the service has VAT rates; never earlier than before",
    ),
  })
  .meta({ id: "SandboxClockRequest" });

/**
 * Moves the clock of a sandbox to a later day, and makes the notices of the days up to it: those of a month at once, the
 * others in the background. What a request has begun before keeps the day it began with.
 * @throws DomainError `test_key_required` if the ledger is not a sandbox; `clock_backwards`; `not_ready`
 */
export async function moveSandboxClock(ledger: LedgerId, day: IsoDate): Promise<SandboxClock> {
  if (!isSandbox(ledger)) {
    throw new DomainError("test_key_required", "a live ledger has no clock: send a test key");
  }
  const [{ has_events }, notices] = await Promise.all([loadRecount(ledger), loadNotices(ledger)]);
  await updateSandbox(accountOf(ledger), (seen) => {
    if (openSandbox(accountOf(ledger), seen) !== ledger) {
      throw new DomainError("not_ready", "the sandbox was emptied meanwhile: send it again");
    }
    if (seen.clock_day === undefined && (has_events || notices.length > 0)) throw isInUse();
    return movedClock(seen, day);
  });
  // Without a clock if another call has emptied the sandbox since.
  return clockView(await checkSandbox(ledger)) ?? { today: day, checked_to: day };
}

/** Events and notices from before the clock was set may be of days that it has not reached. */
const isInUse = (): DomainError =>
  new DomainError(
    "clock_backwards",
    "the sandbox has events or notices from before its clock was set: empty it by DELETE /v1/sandbox, then set the clock",
  );

/**
 * Makes the notices of the days that the clock of a sandbox has passed, or of its present day if there are none. Days that are left
 * are done by the next message. Repeated calls are safe: a notice is stored once.
 */
export async function checkSandbox(ledger: LedgerId, loadRange?: LoadRange): Promise<SandboxState> {
  const account = accountOf(ledger);
  const state = await loadSandbox(account);
  const isOpen = openSandbox(account, state) === ledger;
  const days = isOpen ? uncheckedDays(state) : [];
  const last = days.at(-1);
  if (last === undefined) {
    await checkDay(ledger, instantOn(isOpen ? state.clock_day : undefined), loadRange);
    return state;
  }
  for (const day of days) await checkDay(ledger, instantOn(day), loadRange);
  const checked = await updateSandbox(account, (seen) =>
    openSandbox(account, seen) === ledger ? checkedTo(seen, last) : seen,
  );
  if (uncheckedDays(checked).length > 0) {
    await enqueue(accountQueue("accounts"), [{ account: ledger }]);
  }
  return checked;
}
