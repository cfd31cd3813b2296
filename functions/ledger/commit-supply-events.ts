import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { commitEvents, submittedEvents } from "../../shared/ledger/commit/commit-events.ts";
import { eventIdAt } from "../../shared/ledger/commit/event-id-at.ts";
import {
  commitPartially,
  itemsRead,
  readableItems,
} from "../../shared/ledger/commit/partial-commit.ts";
import {
  bodyOfPartialCommit,
  CommitAnswer,
  CommitQuery,
  CommitRequest,
  futureDateFaults,
  type PartialCommitResult,
} from "../../shared/ledger/events/schema.ts";
import { nameOrders } from "../../shared/ledger/order-names/store-order-names.ts";
import { findDeclared } from "../../shared/returns/locks/find-declared.ts";

export const handler = accountEndpoint({
  route: routes.commitSupplyEvents,
  query: CommitQuery,
  body: CommitRequest,
  bodyFaults: futureDateFaults,
  bodyOfPartialCommit: bodyOfPartialCommit,
  eventIdAt,
  sourceTag: true,
  output: CommitAnswer,
  run: async ({ query, body, ledger, sourceTag, now, today }) => {
    const dry_run = query.dry_run === "true";
    const isNaming = query.name_orders === "true" && !dry_run;
    if (query.on_error === "skip") {
      const read = itemsRead(body, today, sourceTag);
      const result = await commitPartially(ledger, read, now, { dry_run, findDeclared });
      if (isNaming) {
        const taken = read.filter((_, at) => isStored(result.items[at]));
        await nameOrders(
          ledger,
          readableItems(taken).map(({ event }) => event),
        );
      }
      return result;
    }
    const placeOf = (at: number, field: string) => ({
      field: "events" in body ? `events.${at}.${field}` : field,
    });
    const events = submittedEvents(body, sourceTag);
    const items = await commitEvents(ledger, events, now, { dry_run, placeOf, findDeclared });
    if (isNaming) await nameOrders(ledger, events);
    return { items };
  },
});

/** False for an event in conflict too: one of the same id is stored, which may be of another order. */
const isStored = (item: PartialCommitResult["items"][number] | undefined): boolean =>
  item?.status === "committed" || item?.status === "duplicate";
