import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { loadTransaction } from "../../shared/ledger/calculate/store-transactions.ts";
import {
  TransactionPath,
  TransactionView,
  transactionView,
} from "../../shared/ledger/calculate/transaction-schema.ts";

export const handler = accountEndpoint({
  route: routes.getTransaction,
  path: TransactionPath,
  output: TransactionView,
  run: async ({ path, ledger }) => {
    const transaction = await loadTransaction(ledger, path.id);
    if (!transaction) throw notFound("transaction");
    return transactionView(transaction);
  },
});
