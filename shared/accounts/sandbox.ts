import * as z from "zod";
import { type IsoDate, plusDays } from "../core/calendar/dates.ts";
import { IsoDate as Day } from "../core/calendar/schema.ts";
import { DomainError } from "../core/errors/errors.ts";
import { type AccountId, type AuthorId, type LedgerId, sandboxOf } from "../core/ids.ts";
import { isAccount } from "./store-accounts.ts";

const Emptying = z.object({
  /** The generation of the emptied ledger. */
  generation: z.int().min(1),
  emptied_at: z.string(),
  /** The id of the key that emptied the sandbox. */
  emptied_by: z.string(),
});

/** The current sandbox of an account. Each emptying starts the next generation, and the previous one is removed. */
export const SandboxState = z.object({
  version: z.int(),
  generation: z.int().min(1),
  /** The emptied sandboxes, the latest first. */
  emptied: z.array(Emptying),
  /** The day of its clock; absent while the sandbox has the day of the calendar. */
  clock_day: Day.optional(),
  /** The last day of the clock whose due checks have run. */
  checked_to: Day.optional(),
});
export type SandboxState = z.output<typeof SandboxState>;

/** The state of an account whose sandbox was never emptied. */
export const FIRST_SANDBOX: SandboxState = { version: 0, generation: 1, emptied: [] };

/**
 * Maximum number of listed emptyings. The item is read with every call of a test key; older emptyings are in the
 * journal.
 */
const MOST_LISTED = 20;

/** Returns the state after emptying the sandbox: the account has a new one. */
export const emptied = (
  { version, generation, emptied: before }: SandboxState,
  by: { readonly author: AuthorId; readonly now: Date },
): SandboxState => {
  const latest = { generation, emptied_at: by.now.toISOString(), emptied_by: by.author };
  return {
    version: version + 1,
    generation: generation + 1,
    emptied: [latest, ...before].slice(0, MOST_LISTED),
  };
};

/**
 * Returns the state with the clock moved to `day`.
 * @throws DomainError `clock_backwards`
 */
export function movedClock(state: SandboxState, day: IsoDate): SandboxState {
  const { clock_day, checked_to = plusDays(day, -1) } = state;
  if (clock_day !== undefined && day < clock_day) {
    const message = `the clock of the sandbox is at ${clock_day}, and goes back only by DELETE /v1/sandbox`;
    throw new DomainError("clock_backwards", message);
  }
  return clock_day === day ? state : { ...state, clock_day: day, checked_to };
}

/** Maximum number of days that one run checks. */
const MOST_DAYS = 31;

/** Returns the days of the clock whose due checks have not run, the earliest first, at most those of one run. */
export function uncheckedDays({ clock_day, checked_to }: SandboxState): IsoDate[] {
  const days: IsoDate[] = [];
  if (clock_day === undefined || checked_to === undefined) return days;
  for (let day = plusDays(checked_to, 1); day <= clock_day; day = plusDays(day, 1)) {
    if (days.push(day) === MOST_DAYS) break;
  }
  return days;
}

/** Returns the state after the checks of the days up to `day`, which another run may have passed already. */
export const checkedTo = (state: SandboxState, day: IsoDate): SandboxState =>
  state.checked_to !== undefined && state.checked_to < day ? { ...state, checked_to: day } : state;

/** Returns the ledger that the account's test keys open. */
export const openSandbox = (account: AccountId, { generation }: SandboxState): LedgerId =>
  sandboxOf(account, generation);

/** Response of PUT /v1/sandbox/clock. */
export const SandboxClock = z
  .strictObject({
    today: Day.describe("Day that it is in the sandbox"),
    checked_to: Day.describe(
      "Last day whose notices are made; before `today` while the others are being made",
    ),
  })
  .meta({ id: "SandboxClock" });
export type SandboxClock = z.output<typeof SandboxClock>;

/** Returns the clock of a sandbox; null while it has the day of the calendar. */
export const clockView = ({ clock_day, checked_to }: SandboxState) =>
  clock_day === undefined || checked_to === undefined ? null : { today: clock_day, checked_to };

/** Response of GET and DELETE /v1/sandbox. */
export const SandboxAnswer = z
  .strictObject({
    account: z.string().brand("AccountId").describe("The ledger that test keys open"),
    clock: SandboxClock.nullable().describe(
      "Clock of the sandbox; null if it was not set, and the sandbox has the day of the calendar",
    ),
    emptied: z
      .array(
        z.strictObject({
          account: z.string().brand("AccountId").describe("Ledger that test keys opened before"),
          emptied_at: z.iso.datetime(),
          emptied_by: z.string().describe("Id of the key that emptied the sandbox"),
          removed: z
            .boolean()
            .describe("True if all of its data is removed; nobody can read the rest"),
        }),
      )
      .describe("The last 20 times that the sandbox was emptied, the latest first"),
  })
  .meta({ id: "Sandbox" });
export type SandboxAnswer = z.input<typeof SandboxAnswer>;

/** Describes the current sandbox and the emptied ones, with the progress of their removal. */
export async function describeSandbox(
  account: AccountId,
  state: SandboxState,
): Promise<SandboxAnswer> {
  const emptied = state.emptied.map(async ({ generation, emptied_at, emptied_by }) => {
    const ledger = sandboxOf(account, generation);
    return { account: ledger, emptied_at, emptied_by, removed: !(await isAccount(ledger)) };
  });
  return {
    account: openSandbox(account, state),
    clock: clockView(state),
    emptied: await Promise.all(emptied),
  };
}
