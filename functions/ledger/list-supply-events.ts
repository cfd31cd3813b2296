import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { findExcluded } from "../../shared/flows/find-excluded.ts";
import {
  cursorBehind,
  isAskedFor,
  ListQuery,
  rangeOf,
  SupplyEventList,
  startOf,
} from "../../shared/ledger/listing.ts";
import { shownEvent } from "../../shared/ledger/record.ts";
import { DomainError } from "../../shared/refusals/errors.ts";
import { listEvents } from "../../shared/store/event-index.ts";

export const handler = accountEndpoint({
  route: routes.listSupplyEvents,
  query: ListQuery,
  faultCodes: { period: "invalid_period" },
  output: SupplyEventList,
  run: async ({ query, account }) => {
    const after = startOf(query);
    if (after === "foreign") {
      throw new DomainError("invalid_request", "cursor: belongs to a list with other filters");
    }
    const isExcluded = await findExcluded(account, query.period, query.warning);
    const page = await listEvents(account, rangeOf(query), { limit: query.limit, after }, (event) =>
      isAskedFor(event, query, isExcluded),
    );
    return {
      items: page.records.map(shownEvent),
      next_cursor: page.next ? cursorBehind(query, page.next) : null,
    };
  },
});
