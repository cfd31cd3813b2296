import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { periodNamed } from "../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { listByOrder } from "../../shared/ledger/events/list-by-order.ts";
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
import { loadOrderNames } from "../../shared/ledger/order-names/store-order-names.ts";
import { findCounted, findTaxedAtHome } from "../../shared/returns/drill-down/find-counted.ts";
import { loadDeclared } from "../../shared/returns/locks/find-declared.ts";
import { declarersIn, readingDeclarers } from "../../shared/returns/openings/store-openings.ts";
import { TAXED_AT_HOME } from "../../shared/vat/schemes/warnings.ts";

export const handler = accountEndpoint({
  route: routes.listSupplyEvents,
  query: EventListQuery,
  faultCodes: { period: "invalid_period" },
  output: SupplyEventList,
  run: ({ query, ledger, now }) =>
    query.order === undefined
      ? listByDay(ledger, query, now)
      : listByOrder(ledger, { ...query, order: query.order }, (events) =>
          loadDeclared(ledger, events, now),
        ),
});

async function listByDay(ledger: LedgerId, query: EventListQuery, now: Date) {
  const { period, warning, classification_status, source_id } = query;
  const asked = periodNamed(period ?? "");
  const { days, isCounted, isExcluded } =
    asked && warning !== undefined
      ? await findCounted(ledger, asked, warning)
      : {
          days: eventDays(query),
          isCounted: () => true,
          isExcluded: warning === TAXED_AT_HOME.code ? await findTaxedAtHome(ledger) : () => false,
        };
  const after = eventListStart(query, days);
  const wanted = (event: Filtered) => isCounted(event) && matchesEvent(event, query, isExcluded);
  const page = await listEvents(
    ledger,
    days,
    { limit: query.limit, after, where: { classification_status, source_id } },
    isEventListFiltered(query) ? wanted : undefined,
    readingDeclarers(ledger),
  );
  const [nameOf, declaredOf] = await Promise.all([
    loadOrderNames(ledger, page.records),
    loadDeclared(ledger, page.records, now, declarersIn(ledger, page.found)),
  ]);
  const { items, next } = eventPage(page, warning, nameOf, declaredOf);
  return { items, next_cursor: next ? cursorAfterEvent(next) : null };
}
