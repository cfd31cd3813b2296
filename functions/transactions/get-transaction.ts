import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { Transaction, TransactionPath } from "../../shared/calculation/transaction-schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadTransaction } from "../../shared/store/transactions.ts";

export const handler = accountEndpoint({
  route: routes.getTransaction,
  path: TransactionPath,
  output: Transaction,
  run: async ({ path, account }) => {
    const transaction = await loadTransaction(account, path.id);
    if (!transaction) throw notFound("transaction");
    return transaction;
  },
});
