import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { shownEvent } from "../../shared/ledger/record.ts";
import { EventPath, SupplyEventResponse } from "../../shared/ledger/schema.ts";
import { notFound } from "../../shared/refusals/errors.ts";
import { loadSlot } from "../../shared/store/supply-events.ts";

export const handler = accountEndpoint({
  route: routes.getSupplyEvent,
  path: EventPath,
  output: SupplyEventResponse,
  run: async ({ path, account }) => {
    const { event, undone } = await loadSlot(account, path.event_id);
    const record = event ?? undone;
    if (!record) throw notFound("supply event");
    return shownEvent(record);
  },
});
