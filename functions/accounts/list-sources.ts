import { MAX_PROFILES, SourceList } from "../../shared/accounts/sources.ts";
import { loadSources } from "../../shared/accounts/store-sources.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listSources,
  output: SourceList,
  run: async ({ account }) => {
    const { items } = await loadSources(account);
    const activeCount = items.filter((item) => item.active).length;
    return { items: [...items], activeCount, maxProfiles: MAX_PROFILES };
  },
});
