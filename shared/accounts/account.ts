import * as z from "zod";
import { type IsoDate, plusYears } from "../core/calendar/iso-date.ts";
import { IsoDate as Day } from "../core/calendar/schema.ts";

/** What an account is while it does not simply work. */
export const ACCOUNT_STATES = ["suspended", "closed"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** A sandbox that nothing opens any more: what is left of it is being removed. */
const EMPTIED = "emptied";

/** What is kept of an account as such. Instants are ISO 8601 UTC. */
export const AccountRecord = z.object({
  account: z.string(),
  created_at: z.string(),
  /** None while it works. */
  account_state: z.enum([...ACCOUNT_STATES, EMPTIED]).optional(),
  state_since: z.string().optional(),
  /** Of a closed account: the last day on which the law wants its records. */
  retention_ends_on: Day.optional(),
  text_erased_at: z.string().optional(),
});
export type AccountRecord = z.output<typeof AccountRecord>;

export const isEmptied = ({ account_state }: AccountRecord): boolean => account_state === EMPTIED;

const YEARS = 10;

/**
 * The day to the end of which records of a ledger are kept whose latest supply is of `lastSupply`: ten years
 * from 31 December of its year (Art. 369(2), 369k(2), 369x(2) VAT Directive). Without a supply nothing has
 * to be kept.
 */
export const retentionEnd = (lastSupply: IsoDate | undefined, closedOn: IsoDate): IsoDate =>
  lastSupply === undefined
    ? closedOn
    : plusYears(`${lastSupply.slice(0, 4)}-12-31` as IsoDate, YEARS);

/** The account in another state, or at work again; the same when it is so already. */
export function inState(
  record: AccountRecord,
  state: AccountState | undefined,
  at: { readonly now: Date; readonly retention_ends_on?: IsoDate | undefined },
): AccountRecord {
  if (record.account_state === state) return record;
  const { account, created_at, text_erased_at } = record;
  return {
    account,
    created_at,
    text_erased_at,
    account_state: state,
    state_since: at.now.toISOString(),
    retention_ends_on: at.retention_ends_on,
  };
}

/** What an account may be called. */
export const ACCOUNT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

const ofOne = { account: z.string().regex(ACCOUNT_NAME) };

/** What an operator may ask for: the event of the function behind it, and the arguments of the command. */
export const OperatorCommand = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("list") }),
  z.strictObject({ action: z.literal("suspend"), ...ofOne }),
  z.strictObject({ action: z.literal("resume"), ...ofOne }),
  z.strictObject({ action: z.literal("close"), ...ofOne }),
  z.strictObject({ action: z.literal("erase-free-text"), ...ofOne }),
]);
export type OperatorCommand = z.output<typeof OperatorCommand>;

/** An operator's command that cannot be carried out, with what to tell them. */
export class RejectedCommand extends Error {
  override readonly name = "RejectedCommand";
}

export const noSuchAccount = (account: string): RejectedCommand =>
  new RejectedCommand(`there is no account ${account}`);
