import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { ToldList, ToldListQuery, toldPage } from "../../shared/notifications/listing.ts";
import { loadTold } from "../../shared/notifications/load-notifications.ts";

export const handler = accountEndpoint({
  route: routes.listAccountNotifications,
  query: ToldListQuery,
  output: ToldList,
  run: async ({ account, query }) => toldPage(await loadTold(account), query),
});
