import type * as z from "zod";
import type { TransactionList } from "../../shared/ledger/calculate/transaction-list.ts";
import type { TransactionView } from "../../shared/ledger/calculate/transaction-schema.ts";
import { type Account, type Answer, call } from "./api.ts";
import type { Committed } from "./seller.ts";

export const CALCULATE = "/v1/vat/calculate";
export const TRANSACTIONS = "/v1/transactions";

/** EUR 119.00 with German VAT on 2025-08-01, with what a test changes. */
export const makeCalculation = (changes: Readonly<Record<string, unknown>> = {}) => ({
  country: "DE",
  currency: "EUR",
  tax_class_id: "standard",
  gross_amount_minor: 11_900,
  price_includes_vat: true,
  transaction_date: "2025-08-01",
  ...changes,
});

type Transaction = z.output<typeof TransactionView>;

type Source = { readonly "X-Source-ID"?: string };

export const calculate = (account: Account, body: unknown, headers: Source = {}) =>
  call<Transaction>(account.full, "POST", CALCULATE, body, headers);

/** Calculates what must be accepted, and answers the transaction. */
export async function calculated(
  account: Account,
  changes: Readonly<Record<string, unknown>> = {},
  headers: Source = {},
): Promise<Transaction> {
  const { status, body, text } = await calculate(account, makeCalculation(changes), headers);
  if (status !== 200) throw new Error(`not calculated: ${text}`);
  return body;
}

export const transactionPath = (id: string): string => `${TRANSACTIONS}/${id}`;

export const commitOf = (
  account: Account,
  id: string,
  body: unknown,
): Promise<Answer<Committed & { readonly error?: string }>> =>
  call(account.full, "POST", `${transactionPath(id)}/commit`, body);

type Listed = z.output<typeof TransactionList>;

export const listed = (account: Account, query = "") =>
  call<Listed>(account.readOnly, "GET", `${TRANSACTIONS}${query}`);

/** Ids of all pages. */
export async function pagedIds(account: Account, query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const { items, next_cursor } = (await listed(account, `${query}${cursor}`)).body;
    ids.push(...items.map(({ transaction_id }) => transaction_id));
    cursor = next_cursor === null ? "" : `&cursor=${next_cursor}`;
  } while (cursor !== "");
  return ids;
}
