import { requestBoardCheck } from "../../shared/accounts/people/store-board.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { classifyEvent } from "../../shared/ledger/commit/change-event.ts";
import { eventView } from "../../shared/ledger/events/event-view.ts";
import {
  EventPath,
  ReclassifyRequest,
  SupplyEventResponse,
} from "../../shared/ledger/events/schema.ts";
import { loadOrderName } from "../../shared/ledger/order-names/store-order-names.ts";
import { loadDeclared } from "../../shared/returns/locks/find-declared.ts";

export const handler = accountEndpoint({
  route: routes.classifySupplyEvent,
  path: EventPath,
  body: ReclassifyRequest,
  output: SupplyEventResponse,
  run: async ({ path, body, ledger, author, now }) => {
    const { classification_status: to, note } = body;
    const change = { at: now.toISOString(), key_id: author, to, note };
    const event = await classifyEvent(ledger, path.event_id, change);
    await requestBoardCheck(ledger, now);
    const declaredOf = await loadDeclared(ledger, [event], now);
    return eventView(event, await loadOrderName(ledger, event), declaredOf(event));
  },
});
