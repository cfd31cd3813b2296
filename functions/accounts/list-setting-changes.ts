import { ChangeList, ChangeListQuery, changePage } from "../../shared/accounts/setting-changes.ts";
import { listSettingChanges } from "../../shared/accounts/store-setting-changes.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listSettingChanges,
  query: ChangeListQuery,
  output: ChangeList,
  run: async ({ ledger, query: { limit, cursor } }) =>
    changePage(await listSettingChanges(ledger, limit + 1, cursor), limit),
});
