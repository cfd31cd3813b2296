import * as z from "zod";
import { type IsoDate, plusYears } from "../core/calendar/dates.ts";
import { IsoDate as Day } from "../core/calendar/schema.ts";
import type { AccountId, LedgerId } from "../core/ids.ts";
import { ACCOUNT_STATES } from "../platform/credentials/api-key.ts";

export type AccountState = (typeof ACCOUNT_STATES)[number];

/** The state of an emptied sandbox, which no key opens; its remaining items are being removed. */
const EMPTIED = "emptied";

/** The stored record of an account. Instants are ISO 8601 UTC. */
export const AccountRecord = z.object({
  account: z.string().brand("LedgerId"),
  /** The number of its changes; absent in accounts of earlier releases. */
  version: z.int().default(1),
  created_at: z.string(),
  /** Absent while the account works normally. */
  account_state: z.enum([...ACCOUNT_STATES, EMPTIED]).optional(),
  state_since: z.string().optional(),
  /** The last day of the legal retention time of a closed account's records. */
  retention_ends_on: Day.optional(),
  text_erased_at: z.string().optional(),
  /** The organisation that the account was made in; absent for accounts that an operator has made. */
  organisation: z.string().optional(),
});
export type AccountRecord = z.output<typeof AccountRecord>;

export const isEmptied = ({ account_state }: AccountRecord): boolean => account_state === EMPTIED;

const YEARS = 10;

/**
 * Returns the last day of the retention time of a ledger whose latest supply is of `lastSupply`: ten years from 31
 * December of its year (Art. 369(2), 369k(2), 369x(2) VAT Directive). A ledger without supplies has no retention time.
 */
export const retentionEnd = (lastSupply: IsoDate | undefined, closedOn: IsoDate): IsoDate =>
  lastSupply === undefined
    ? closedOn
    : plusYears(`${lastSupply.slice(0, 4)}-12-31` as IsoDate, YEARS);

/** Returns the record in another state, or without a state. Returns `record` itself when the state is unchanged. */
export function inState(
  record: AccountRecord,
  state: AccountState | undefined,
  at: { readonly now: Date; readonly retention_ends_on?: IsoDate | undefined },
): AccountRecord {
  if (record.account_state === state) return record;
  const { account: ledger, version, created_at, text_erased_at, organisation } = record;
  return {
    account: ledger,
    version,
    created_at,
    text_erased_at,
    organisation,
    account_state: state,
    state_since: at.now.toISOString(),
    retention_ends_on: at.retention_ends_on,
  };
}

export const ACCOUNT_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns a text as the id of an account; undefined if no account has such a name. */
export const accountNamed = (text: string): AccountId | undefined =>
  ACCOUNT_NAME.test(text) ? (text as AccountId) : undefined;

const ofOne = { account: z.string().regex(ACCOUNT_NAME).brand("AccountId") };

/** The commands of an operator: the event of the operator function, and the arguments of the command line. */
export const OperatorCommand = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("list") }),
  z.strictObject({ action: z.literal("suspend"), ...ofOne }),
  z.strictObject({ action: z.literal("resume"), ...ofOne }),
  z.strictObject({ action: z.literal("close"), ...ofOne }),
  z.strictObject({ action: z.literal("erase-free-text"), ...ofOne }),
]);
export type OperatorCommand = z.output<typeof OperatorCommand>;

/** An operator's command that cannot be carried out; the message is for the operator. */
export class RejectedCommand extends Error {
  override readonly name = "RejectedCommand";
}

export const noSuchAccount = (account: AccountId | LedgerId): RejectedCommand =>
  new RejectedCommand(`there is no account ${account}`);
