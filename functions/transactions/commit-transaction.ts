import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { notFound } from "../../shared/api/errors.ts";
import { routes } from "../../shared/api/routes.ts";
import { commitTransaction } from "../../shared/store/commit-transaction.ts";
import { loadTransaction } from "../../shared/store/transactions.ts";
import { CommitResponse } from "../../shared/supplies/schema.ts";
import { CommitTransaction, eventsOf } from "../../shared/transactions/commit.ts";
import { TransactionPath } from "../../shared/transactions/schema.ts";

export const handler = accountEndpoint({
  route: routes.commitTransaction,
  path: TransactionPath,
  body: CommitTransaction,
  output: CommitResponse,
  run: async ({ path, body, account, now, today }) => {
    const transaction = await loadTransaction(account, path.id);
    if (!transaction) throw notFound("transaction");
    const events = eventsOf(transaction, body, today);
    return { items: await commitTransaction(account, path.id, body.event_id, events, now) };
  },
});
