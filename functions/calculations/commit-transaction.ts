import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import {
  CommitTransaction,
  CommitTransactionQuery,
  commitTransaction,
  eventsOf,
} from "../../shared/ledger/calculate/commit-transaction.ts";
import { loadOriginal } from "../../shared/ledger/calculate/load-original.ts";
import { loadTransaction } from "../../shared/ledger/calculate/store-transactions.ts";
import { TransactionPath } from "../../shared/ledger/calculate/transaction-schema.ts";
import { eventIdAt } from "../../shared/ledger/commit/event-id-at.ts";
import { CommitResponse } from "../../shared/ledger/events/schema.ts";
import { findDeclared } from "../../shared/returns/locks/find-declared.ts";

export const handler = accountEndpoint({
  route: routes.commitTransaction,
  path: TransactionPath,
  query: CommitTransactionQuery,
  body: CommitTransaction,
  eventIdAt,
  output: CommitResponse,
  run: async ({ path, query, body, ledger, now, today }) => {
    const transaction = await loadTransaction(ledger, path.id);
    if (!transaction) throw notFound("transaction");
    const original = await loadOriginal(ledger, transaction, body);
    const events = eventsOf(transaction, body, today, original);
    const committing = { dry_run: query.dry_run === "true", findDeclared };
    const booking = { transaction, event_id: body.event_id, events };
    return { items: await commitTransaction(ledger, booking, now, committing) };
  },
});
