import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { commitTransactionRow } from "../../shared/api/rows-apart.ts";
import {
  CommitTransaction,
  CommitTransactionQuery,
  eventsOf,
} from "../../shared/calculation/commit.ts";
import { TransactionPath } from "../../shared/calculation/transaction-schema.ts";
import { commitTransaction } from "../../shared/flows/commit-transaction.ts";
import { loadOriginal } from "../../shared/flows/load-original.ts";
import { eventIdAt } from "../../shared/ledger/event-id-at.ts";
import { CommitResponse } from "../../shared/ledger/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadTransaction } from "../../shared/store/transactions.ts";

export const handler = accountEndpoint({
  route: commitTransactionRow,
  path: TransactionPath,
  query: CommitTransactionQuery,
  body: CommitTransaction,
  eventIdAt,
  output: CommitResponse,
  run: async ({ path, query, body, account, now, today }) => {
    const transaction = await loadTransaction(account, path.id);
    if (!transaction) throw notFound("transaction");
    const original = await loadOriginal(account, transaction, body);
    const events = eventsOf(transaction, body, today, original);
    const booking = { transaction, event_id: body.event_id, events };
    return { items: await commitTransaction(account, booking, now, query.dry_run === "true") };
  },
});
