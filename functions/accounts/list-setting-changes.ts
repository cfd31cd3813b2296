import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { routes } from "../../shared/api/routes.ts";
import { ChangeList, ChangeListQuery, changePage } from "../../shared/changes/listing.ts";
import { listSettingChanges } from "../../shared/store/setting-changes.ts";

export const handler = accountEndpoint({
  route: routes.listSettingChanges,
  query: ChangeListQuery,
  output: ChangeList,
  run: async ({ account, query: { limit, cursor } }) =>
    changePage(await listSettingChanges(account, limit + 1, cursor), limit),
});
