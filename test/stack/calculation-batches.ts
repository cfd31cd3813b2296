import type { CalculatedItem } from "../../shared/ledger/calculate/schema.ts";
import { type Account, call } from "./api.ts";
import { CALCULATE, makeCalculation } from "./calculations.ts";
import type { Refusal } from "./seller.ts";

type Changes = Readonly<Record<string, unknown>>;

/** An order of EUR 119.00 to Germany, sent from Sweden and committed under `event_id`. */
export const orderOf = (event_id: string, changes: Changes = {}, commit: Changes = {}) =>
  makeCalculation({
    supply: { supply_kind: "goods", dispatch_country: "SE" },
    commit: { event_id, event_type: "sale", ...commit },
    ...changes,
  });

export const sendBatch = (account: Account, items: readonly unknown[], headers: object = {}) =>
  call<{ readonly items: readonly CalculatedItem[] } & Partial<Refusal>>(
    account.full,
    "POST",
    CALCULATE,
    { items },
    headers as Record<string, string>,
  );

/** Calculates what must be accepted. */
export async function calculatedBatch(
  account: Account,
  items: readonly unknown[],
  headers: object = {},
): Promise<readonly CalculatedItem[]> {
  const { status, body, text } = await sendBatch(account, items, headers);
  if (status !== 200) throw new Error(`not calculated: ${text}`);
  return body.items;
}

/** Which fields of which items are refused, and why. */
export async function refusedFields(account: Account, items: readonly unknown[]) {
  const { status, body } = await sendBatch(account, items);
  return { status, error: body.error, fields: body.details?.map(({ field }) => field) };
}
