import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { notFound } from "../../shared/core/errors/errors.ts";
import { loadPartIds } from "../../shared/ledger/calculate/store-calculation-refs.ts";
import { eventView } from "../../shared/ledger/events/event-view.ts";
import { EventPath, SupplyEventResponse } from "../../shared/ledger/events/schema.ts";
import { loadEventState } from "../../shared/ledger/events/store-events.ts";
import { loadOrderName } from "../../shared/ledger/order-names/store-order-names.ts";

export const handler = accountEndpoint({
  route: routes.getSupplyEvent,
  path: EventPath,
  output: SupplyEventResponse,
  run: async ({ path, ledger }) => {
    const { event, undone } = await loadEventState(ledger, path.event_id);
    const record = event ?? undone;
    if (record) return eventView(record, await loadOrderName(ledger, record));
    const parts = await loadPartIds(ledger, path.event_id);
    throw notFound(
      parts.length > 0 ? `supply event, but its parts: ${parts.join(", ")}` : "supply event",
    );
  },
});
