import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import {
  CrossingList,
  CrossingListQuery,
  crossingPage,
} from "../../shared/notifications/listing.ts";
import { loadCrossings } from "../../shared/notifications/store.ts";

export const handler = accountEndpoint({
  route: routes.listNotifications,
  query: CrossingListQuery,
  output: CrossingList,
  run: async ({ ledger, query }) => crossingPage(await loadCrossings(ledger), query),
});
