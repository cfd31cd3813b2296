import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { CommitTransaction, eventsOf } from "../../shared/calculation/commit.ts";
import { TransactionPath } from "../../shared/calculation/transaction-schema.ts";
import { commitTransaction } from "../../shared/flows/commit-transaction.ts";
import { loadOriginal } from "../../shared/flows/load-original.ts";
import { CommitResponse } from "../../shared/ledger/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadTransaction } from "../../shared/store/transactions.ts";

export const handler = accountEndpoint({
  route: routes.commitTransaction,
  path: TransactionPath,
  body: CommitTransaction,
  output: CommitResponse,
  run: async ({ path, body, account, now, today }) => {
    const transaction = await loadTransaction(account, path.id);
    if (!transaction) throw notFound("transaction");
    const original = await loadOriginal(account, transaction, body);
    const events = eventsOf(transaction, body, today, original);
    return { items: await commitTransaction(account, transaction, body.event_id, events, now) };
  },
});
