import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { loadPartIds } from "../../shared/ledger/calculate/store-calculation-refs.ts";
import { eventView } from "../../shared/ledger/events/event-view.ts";
import { EventPath, SupplyEventResponse } from "../../shared/ledger/events/schema.ts";
import { loadEventState } from "../../shared/ledger/events/store-events.ts";
import { loadOrderName } from "../../shared/ledger/order-names/store-order-names.ts";
import { loadDeclared } from "../../shared/returns/locks/find-declared.ts";
import { declarersIn, readingDeclarers } from "../../shared/returns/openings/store-openings.ts";

export const handler = accountEndpoint({
  route: routes.getSupplyEvent,
  path: EventPath,
  output: SupplyEventResponse,
  run: async ({ path, ledger, now }) => {
    const { event, undone, found } = await loadEventState(
      ledger,
      path.event_id,
      readingDeclarers(ledger),
    );
    const record = event ?? undone;
    if (record) {
      const [name, declaredOf] = await Promise.all([
        loadOrderName(ledger, record),
        loadDeclared(ledger, [record], now, declarersIn(ledger, found)),
      ]);
      return eventView(record, name, declaredOf(record));
    }
    const parts = await loadPartIds(ledger, path.event_id);
    throw notFound(
      parts.length > 0 ? `supply event, but its parts: ${parts.join(", ")}` : "supply event",
    );
  },
});
