import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { DomainError } from "../../shared/api/errors.ts";
import { routes } from "../../shared/api/routes.ts";
import { listTransactions } from "../../shared/store/transaction-index.ts";
import {
  cursorBehind,
  isAskedFor,
  isFiltered,
  ListQuery,
  rangeOf,
  startOf,
  TransactionList,
} from "../../shared/transactions/listing.ts";
import type { Transaction } from "../../shared/transactions/schema.ts";

export const handler = accountEndpoint({
  route: routes.listTransactions,
  query: ListQuery,
  output: TransactionList,
  run: async ({ query, account }) => {
    const after = startOf(query);
    if (after === "foreign") {
      throw new DomainError("invalid_request", "cursor: belongs to a list with other filters");
    }
    const wanted = isFiltered(query) ? (one: Transaction) => isAskedFor(one, query) : undefined;
    const { limit } = query;
    const page = await listTransactions(account, rangeOf(query), { limit, after }, wanted);
    return {
      items: [...page.items],
      next_cursor: page.next ? cursorBehind(query, page.next) : null,
    };
  },
});
