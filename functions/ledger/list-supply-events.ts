import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { DomainError } from "../../shared/core/errors/errors.ts";
import {
  cursorAfterEvent,
  EventListQuery,
  eventDays,
  eventListStart,
  eventPage,
  type Filtered,
  isEventListFiltered,
  matchesEvent,
  SupplyEventList,
} from "../../shared/ledger/events/listing.ts";
import { listEvents } from "../../shared/ledger/events/store-event-list.ts";
import { findExcluded } from "../../shared/returns/drill-down/list-source-events.ts";

export const handler = accountEndpoint({
  route: routes.listSupplyEvents,
  query: EventListQuery,
  faultCodes: { period: "invalid_period" },
  output: SupplyEventList,
  run: async ({ query, account }) => {
    const after = eventListStart(query);
    if (after === "foreign") {
      throw new DomainError("invalid_request", "cursor: belongs to a list with other filters");
    }
    const isExcluded = await findExcluded(account, query.period, query.warning);
    const wanted = (event: Filtered) => matchesEvent(event, query, isExcluded);
    const page = await listEvents(
      account,
      eventDays(query),
      { limit: query.limit, after },
      isEventListFiltered(query) ? wanted : undefined,
    );
    const { items, next } = eventPage(page, query.warning);
    return { items, next_cursor: next ? cursorAfterEvent(query, next) : null };
  },
});
