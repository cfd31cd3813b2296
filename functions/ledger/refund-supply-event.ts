import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { eventIdAt } from "../../shared/ledger/commit/event-id-at.ts";
import { EventPath, futureDateFaults } from "../../shared/ledger/events/schema.ts";
import { refundSale } from "../../shared/ledger/refunds/refund-sale.ts";
import { RefundQuery, RefundRequest, RefundResponse } from "../../shared/ledger/refunds/schema.ts";
import { findDeclared } from "../../shared/returns/locks/find-declared.ts";

export const handler = accountEndpoint({
  route: routes.refundSupplyEvent,
  path: EventPath,
  query: RefundQuery,
  body: RefundRequest,
  bodyFaults: futureDateFaults,
  eventIdAt,
  sourceTag: true,
  output: RefundResponse,
  run: ({ path, query, body, ledger, sourceTag, now }) => {
    const source_id = body.source_id ?? sourceTag;
    const asked = { ...body, source_id, order: path.event_id };
    return refundSale(ledger, asked, { now, dry_run: query.dry_run === "true", findDeclared });
  },
});
