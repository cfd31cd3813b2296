import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { notFound } from "../../shared/api/errors.ts";
import { routes } from "../../shared/api/routes.ts";
import { loadSlot } from "../../shared/store/supply-events.ts";
import { shownEvent } from "../../shared/supplies/record.ts";
import { EventPath, SupplyEventResponse } from "../../shared/supplies/schema.ts";

export const handler = accountEndpoint({
  route: routes.getSupplyEvent,
  path: EventPath,
  output: SupplyEventResponse,
  run: async ({ path, account }) => {
    const { event } = await loadSlot(account, path.event_id);
    if (!event) throw notFound("supply event");
    return shownEvent(event);
  },
});
