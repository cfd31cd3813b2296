import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { EventPath } from "../../shared/ledger/events/schema.ts";
import { explainEvent } from "../../shared/returns/explanation/explain-event.ts";
import { EventExplanation } from "../../shared/returns/explanation/schema.ts";
import { loadVatRates } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";

export const handler = accountEndpoint({
  route: routes.explainSupplyEvent,
  path: EventPath,
  output: EventExplanation,
  prepare: loadVatRates,
  run: ({ path, ledger, now }, rates) => explainEvent(ledger, path.event_id, rates, now),
});
