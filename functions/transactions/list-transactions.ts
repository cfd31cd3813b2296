import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import {
  cursorBehindTransaction,
  isFiltered,
  isTransactionAskedFor,
  TransactionList,
  TransactionListQuery,
  transactionDays,
  transactionListStart,
} from "../../shared/calculation/transaction-list.ts";
import type { Transaction } from "../../shared/calculation/transaction-schema.ts";
import { DomainError } from "../../shared/refusals/errors.ts";
import { listTransactions } from "../../shared/store/transaction-index.ts";

export const handler = accountEndpoint({
  route: routes.listTransactions,
  query: TransactionListQuery,
  output: TransactionList,
  run: async ({ query, account }) => {
    const after = transactionListStart(query);
    if (after === "foreign") {
      throw new DomainError("invalid_request", "cursor: belongs to a list with other filters");
    }
    const wanted = isFiltered(query)
      ? (one: Transaction) => isTransactionAskedFor(one, query)
      : undefined;
    const { limit } = query;
    const page = await listTransactions(account, transactionDays(query), { limit, after }, wanted);
    return {
      items: [...page.items],
      next_cursor: page.next ? cursorBehindTransaction(query, page.next) : null,
    };
  },
});
