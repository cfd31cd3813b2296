import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { countThatFits } from "../../shared/core/input/pagination.ts";
import { listTransactions } from "../../shared/ledger/calculate/store-transactions.ts";
import {
  type ChosenBy,
  cursorAfterTransaction,
  isFiltered,
  matchesTransaction,
  TransactionList,
  TransactionListQuery,
  transactionDays,
  transactionListStart,
} from "../../shared/ledger/calculate/transaction-list.ts";
import { transactionView } from "../../shared/ledger/calculate/transaction-schema.ts";

export const handler = accountEndpoint({
  route: routes.listTransactions,
  query: TransactionListQuery,
  output: TransactionList,
  run: async ({ query, ledger }) => {
    const after = transactionListStart(query);
    const wanted = (transaction: ChosenBy) => matchesTransaction(transaction, query);
    const { limit } = query;
    const page = await listTransactions(
      ledger,
      transactionDays(query),
      { limit, after },
      isFiltered(query) ? wanted : undefined,
    );
    const views = page.items.map(transactionView);
    const items = views.slice(0, countThatFits(views));
    const next = items.length < views.length ? items.at(-1) : page.next;
    return { items, next_cursor: next ? cursorAfterTransaction(next) : null };
  },
});
